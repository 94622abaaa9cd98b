/// What the style sheets of all pages have. The colours are the variables of `Palette`; nothing is fetched.
package enum StyleSheet {
  package static let common: StaticString = """
    *{box-sizing:border-box}
    html{-webkit-text-size-adjust:100%}
    body{margin:0 auto;max-width:2200px;padding:24px clamp(12px,3vw,40px) 48px;background:var(--page);color:var(--text);
    font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
    .brand{margin:0;color:var(--muted);font-size:13px;letter-spacing:.04em}
    h1{margin:0 0 12px;font-size:26px;line-height:1.25;overflow-wrap:anywhere}
    h2{margin:36px 0 10px;font-size:18px;line-height:1.3}
    a{color:var(--link)}
    code{font:13px/1.4 ui-monospace,"Cascadia Mono",Menlo,Consolas,monospace;overflow-wrap:anywhere}
    .muted{color:var(--muted)}
    p.muted{font-size:13px;margin:8px 0}
    .facts{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,300px),1fr));gap:6px 24px;margin:0 0 8px}
    .facts dt{color:var(--muted);font-size:12px;line-height:1.4}
    .facts dd{margin:0;overflow-wrap:anywhere}
    .warning{margin:8px 0;padding:8px 12px;border-left:3px solid var(--cancelled);background:var(--card);overflow-wrap:anywhere}
    footer{margin-top:48px;border-top:1px solid var(--line);max-width:70ch}
    :target{outline:2px solid var(--link);outline-offset:-2px}
    .finger-0{--finger:var(--finger-0)}.finger-1{--finger:var(--finger-1)}.finger-2{--finger:var(--finger-2)}
    .finger-3{--finger:var(--finger-3)}.finger-4{--finger:var(--finger-4)}
    svg{display:block;overflow:visible}
    svg text{font-size:12px;fill:var(--text)}
    svg svg{overflow:hidden}
    .tick{fill:var(--muted);font-size:11px;font-variant-numeric:tabular-nums}
    figure{margin:0}
    figcaption{margin-top:8px;color:var(--muted);font-size:13px}
    .legend{display:flex;flex-wrap:wrap;gap:4px 18px;margin:0 0 8px;padding:0;list-style:none;font-size:13px}
    .legend li{display:flex;align-items:center;gap:5px}
    .table{overflow-x:auto;background:var(--card);border:1px solid var(--line);border-radius:6px}
    table{width:100%;border-collapse:collapse;font-size:14px}
    th,td{padding:6px 12px;text-align:left;vertical-align:top;border-bottom:1px solid var(--line)}
    tbody tr:last-child td{border-bottom:0}
    th{color:var(--muted);font-size:12px;font-weight:600;white-space:nowrap}
    td{white-space:nowrap;font-variant-numeric:tabular-nums}

    @media print{
    :root{--page:var(--card)}
    th{white-space:normal}
    .legend{break-after:avoid}
    body{padding:0;font-size:11pt;max-width:none}
    h2{break-after:avoid}
    *{-webkit-print-color-adjust:exact;print-color-adjust:exact}
    tr{break-inside:avoid}
    }
    """
}
