/// The style sheet of a report, after that of all pages.
let styleSheet: StaticString = """
  .marks{position:absolute}
  h2.recording{margin-top:56px;padding-top:16px;border-top:2px solid var(--edge);font-size:22px;overflow-wrap:anywhere}
  nav{display:flex;flex-direction:column;gap:2px;margin-top:12px;overflow-wrap:anywhere}
  .grid{stroke:var(--line)}
  .rule{stroke:var(--line)}
  .shape circle{fill:var(--active);stroke:var(--active)}.shape.off circle{fill:none}
  .path{fill:none;stroke:var(--finger);stroke-width:2;stroke-linejoin:round;stroke-linecap:round;
  vector-effect:non-scaling-stroke}
  .playing .path{stroke-opacity:.2}.playing .start,.playing .end,.playing .number,.playing .shape{opacity:.25}
  .trail{fill:none;stroke:var(--finger);stroke-width:3;stroke-linejoin:round;stroke-linecap:round;vector-effect:non-scaling-stroke}
  .finger{fill:var(--finger);stroke:var(--card);stroke-width:2;display:none}.playing .finger{display:inline}
  line.now{stroke:var(--link);stroke-width:2}line.now:not([x1]){display:none}
  tr.now td{background:var(--view)}
  .player{display:flex;flex-wrap:wrap;align-items:center;gap:8px 12px;margin-top:10px}
  .player[hidden]{display:none}
  .player button,.player select{min-height:34px;padding:4px 14px;border:1px solid var(--edge);border-radius:6px;background:var(--card);
  color:var(--text);font:inherit}
  .player .play{min-width:84px;font-weight:600}
  .player input{flex:1 1 200px;min-width:0;accent-color:var(--active)}
  .player output{min-width:64px;font-variant-numeric:tabular-nums}
  .player label{color:var(--muted);font-size:13px}
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
  .why{min-width:260px;white-space:normal;overflow-wrap:anywhere}
  .rest{margin-top:24px}
  .rest summary{cursor:pointer;font-weight:600;margin-bottom:8px}
  .cite{color:var(--muted)}
  .rules dt{margin-top:14px;font-weight:600;break-after:avoid}
  .rules dd{margin:0}
  @media (min-width:1500px){
  .halves{display:grid;grid-template-columns:minmax(0,6fr) minmax(0,5fr);gap:0 28px;align-items:start}
  .halves th,.halves td{padding:6px 8px}
  .halves>:only-child{grid-column:1/-1}
  .rules{columns:2;column-gap:40px}
  }
  .rules p{margin:4px 0}
  .state.failed{color:var(--failed)}.state.cancelled{color:var(--cancelled)}

  @media print{
  .scroll{overflow:hidden}
  .time-svg{width:100%!important}
  .player{display:none}
  .time,.map-box{break-inside:avoid}
  }
  """
