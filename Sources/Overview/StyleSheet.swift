/// The style sheet of an overview, after that of all pages.
let styleSheet: StaticString = """
  .screen{display:grid;grid-template-columns:minmax(0,1fr);gap:16px 28px;align-items:start}
  .map{max-width:640px}
  .map svg{width:100%;height:auto}
  .map a:focus-visible circle{stroke:var(--text);stroke-width:3}
  @media (min-width:1000px){
  .screen{grid-template-columns:clamp(320px,30vw,560px) minmax(0,1fr)}
  .map{position:sticky;top:16px}
  }
  h3{display:flex;flex-wrap:wrap;align-items:center;gap:4px 8px;margin:20px 0 8px;font-size:15px;overflow-wrap:anywhere}
  .group:first-child h3{margin-top:0}
  h3 .muted{font-weight:400;font-size:13px}
  .cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,300px),1fr));gap:12px;margin:0;padding:0;list-style:none}
  .card{max-width:560px;display:grid;grid-template-columns:76px minmax(0,1fr);gap:4px 14px;align-content:start;padding:12px 14px;background:var(--card);
  border:1px solid var(--line);border-radius:8px;overflow-wrap:anywhere}
  .card:target{outline-offset:1px}
  .card h4{display:flex;align-items:center;gap:7px;margin:0;font-size:13px;font-weight:600;color:var(--muted)}
  .card p{margin:2px 0 0}
  .card .what{font-size:16px;line-height:1.3;font-weight:600}
  .card .how{font-size:13px}
  .card .does{font-size:14px;margin-top:6px}
  .card .notes{font-size:13px;color:var(--muted)}
  .card .warning,.group>.warning{grid-column:1/-1;padding:6px 10px;font-size:13px;background:var(--page)}
  .off-now .pictogram{opacity:.55}
  .badge{flex:none;min-width:21px;padding:0 5px;border-radius:11px;line-height:21px;font-size:11.5px;font-weight:700;text-align:center;
  color:var(--on);background:var(--finger,var(--muted))}
  .swatch{flex:none;width:12px;height:12px;border-radius:3px;background:var(--finger,var(--muted))}

  @media print{
  @page{size:landscape;margin:9mm}
  body{font-size:8.5pt}
  .brand,.facts,footer{display:none}
  h1{font-size:13pt;margin:0}h2{margin:6px 0;font-size:10pt}h3{margin:6px 0 3px;font-size:9pt}
  h3 .muted,figcaption{font-size:7.5pt}
  .screen{grid-template-columns:24% minmax(0,1fr);gap:8px 14px}
  .map{position:static}
  .cards{grid-template-columns:repeat(3,minmax(0,1fr));gap:5px}
  .card{grid-template-columns:44px minmax(0,1fr);padding:4px 7px;max-width:none}
  .card .pictogram{width:44px;height:44px}
  .badge{min-width:16px;line-height:16px;font-size:7.5pt}
  .card p{margin:0}
  .card .what{font-size:9pt;line-height:1.2}.card .how,.card .notes,.card h4{font-size:7.5pt;line-height:1.25}
  .card .does,.card code{font-size:7.5pt;margin-top:1px}
  .card .warning,.group>.warning{font-size:7.5pt;margin:2px 0;padding:2px 6px}
  }
  """
