/// The style sheet of a page. The colours are the variables of `Palette`; nothing is fetched.
let styleSheet: StaticString = """
  *{box-sizing:border-box}
  html{-webkit-text-size-adjust:100%}
  body{margin:0 auto;max-width:1560px;padding:24px clamp(12px,3vw,40px) 48px;background:var(--page);color:var(--text);
  font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
  .marks{position:absolute}
  .brand{margin:0;color:var(--muted);font-size:13px;letter-spacing:.04em}
  h1{margin:0 0 12px;font-size:26px;line-height:1.25;overflow-wrap:anywhere}
  h2{margin:36px 0 10px;font-size:18px;line-height:1.3}
  h2.recording{margin-top:56px;padding-top:16px;border-top:2px solid var(--edge);font-size:22px;overflow-wrap:anywhere}
  a{color:var(--link)}
  nav{display:flex;flex-direction:column;gap:2px;margin-top:12px;overflow-wrap:anywhere}
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
  .grid{stroke:var(--line)}
  .rule{stroke:var(--line)}
  .shape circle{fill:var(--active);stroke:var(--active)}.shape.off circle{fill:none}
  .path{fill:none;stroke:var(--finger);stroke-width:2;stroke-linejoin:round;stroke-linecap:round;
  vector-effect:non-scaling-stroke}

  figure{margin:0}
  figcaption{margin-top:8px;color:var(--muted);font-size:13px}
  .map-box{padding:8px 12px 36px 38px;background:var(--card);border:1px solid var(--line);border-radius:6px}
  .screen{fill:none;stroke:var(--edge)}
  .view{fill:var(--view);fill-opacity:.75;stroke:var(--edge);stroke-opacity:.7}
  .view.off{stroke-dasharray:5 4;fill:none}
  .view-name{fill:var(--muted);font-weight:600}
  .end{fill:none;stroke:var(--finger);stroke-width:2}
  .start{fill:var(--finger)}
  .many .path{stroke-opacity:.6}
  .crowd .path{stroke-opacity:.18;stroke-width:1}.crowd .end{stroke-opacity:.25;stroke-width:1}.crowd .start{fill-opacity:.3}
  .number{fill:var(--on);font-size:10.5px;font-weight:700}

  @media (max-width:600px){.map .end{r:7px}.map .start{r:6px}.map .number{font-size:8.5px}}

  .legend{display:flex;flex-wrap:wrap;gap:4px 18px;margin:0 0 8px;padding:0;list-style:none;font-size:13px}
  .legend li{display:flex;align-items:center;gap:5px}
  .time{display:flex;background:var(--card);border:1px solid var(--line);border-radius:6px;overflow:hidden}
  .labels{flex:0 0 clamp(108px,17vw,210px);min-width:0;overflow:hidden;border-right:1px solid var(--edge)}
  .label{padding:0 10px;overflow:hidden;white-space:nowrap;text-overflow:ellipsis;font-size:13px;
  border-bottom:1px solid var(--line)}
  .label.axis{height:30px;line-height:30px;color:var(--muted);border-bottom:0;font-size:11px}
  .label.row{height:30px;line-height:29px}
  .label.plot{position:relative;height:176px;padding:4px 42px 0 10px;white-space:normal;line-height:1.35}
  .plot-tick{position:absolute;right:6px;color:var(--muted);font-size:11px;line-height:16px;
  font-variant-numeric:tabular-nums}
  .swatch{display:inline-block;width:10px;height:10px;margin-right:7px;border-radius:50%;background:var(--finger)}
  .scroll{flex:1 1 auto;min-width:0;overflow-x:auto;overflow-y:hidden;padding:0 12px}
  .scroll svg{overflow:visible}
  .scroll svg svg{overflow:hidden}
  .touch{fill:var(--finger)}
  .bar{fill:var(--possible)}
  .waiting .hatch{stroke:var(--waiting);stroke-width:14;stroke-dasharray:2 4}
  .active .bar{fill:var(--active)}
  .ended .rest{fill:var(--ended)}.cancelled .rest{fill:var(--cancelled)}.failed .rest{fill:var(--failed)}
  .mark.active path{fill:var(--active);stroke:var(--card);stroke-width:1.5}
  .mark.ended{fill:var(--ended)}.mark.cancelled{fill:var(--cancelled)}
  .mark .sign{fill:none;stroke:var(--on);stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
  .mark .cross{fill:none;stroke:var(--failed);stroke-width:3.5;stroke-linecap:round}
  .words{fill:var(--on-possible);font-size:11px;pointer-events:none}
  .active .words{fill:var(--on)}
  .waiting .words{paint-order:stroke;stroke:var(--possible);stroke-width:10px;stroke-linejoin:round}
  .threshold line{stroke:var(--limit);stroke-dasharray:6 4}
  .threshold text{fill:var(--limit);font-size:11px;paint-order:stroke;stroke:var(--card);stroke-width:8px;stroke-linejoin:round}
  .span:target rect{stroke:var(--link);stroke-width:3}
  .moment line{stroke:var(--failed);stroke-dasharray:2 3}

  .table{overflow-x:auto;background:var(--card);border:1px solid var(--line);border-radius:6px}
  table{width:100%;border-collapse:collapse;font-size:14px}
  th,td{padding:6px 12px;text-align:left;vertical-align:top;border-bottom:1px solid var(--line)}
  tbody tr:last-child td{border-bottom:0}
  th{color:var(--muted);font-size:12px;font-weight:600;white-space:nowrap}
  td{white-space:nowrap;font-variant-numeric:tabular-nums}
  .why{min-width:260px;white-space:normal;overflow-wrap:anywhere}
  .rest{margin-top:24px}
  .rest summary{cursor:pointer;font-weight:600;margin-bottom:8px}
  .cite{color:var(--muted)}
  .rules dt{margin-top:14px;font-weight:600}
  .rules dd{margin:0;max-width:90ch}
  .rules p{margin:4px 0}
  .state.failed{color:var(--failed)}.state.cancelled{color:var(--cancelled)}

  @media print{
  :root{--page:var(--card)}
  th{white-space:normal}
  .legend{break-after:avoid}
  body{padding:0;font-size:11pt;max-width:none}
  .scroll{overflow:hidden}
  .time-svg{width:100%!important}
  .time,.map-box,tr{break-inside:avoid}
  h2{break-after:avoid}
  *{-webkit-print-color-adjust:exact;print-color-adjust:exact}
  }
  """
