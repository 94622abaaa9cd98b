extension EditPage {
  // The colours are those of the report.
  package static let styleSheet: StaticString = #"""
    :root{color-scheme:light dark;--page:#fbfbf9;--card:#fff;--line:#dde0e4;--edge:#7a828d;--text:#1b2026;--muted:#565e69;
    --link:#1a5599;--view:#f1f3f6;--on:#fff;--good:#1b7546;--bad:#b0352a;--warn:#8f5b00;--chosen:#dbe9f9;--glass:#fdfdfc;
    --finger-0:#2b5fa3;--finger-1:#87479b;--finger-2:#0b6f67;--finger-3:#9e4719;--finger-4:#566070;--plus:#e2f2e8;--minus:#f9e5e3}
    @media(prefers-color-scheme:dark){:root{--page:#14171b;--card:#1b1f25;--line:#31373f;--edge:#7d8693;--text:#e7e9ec;
    --muted:#a5adb8;--link:#86b7f2;--view:#242a32;--on:#0e1114;--good:#52c48c;--bad:#f27d70;--warn:#e0a544;--chosen:#1d3450;
    --glass:#101317;--finger-0:#7fb0f0;--finger-1:#cf9ce6;--finger-2:#5cc8b8;--finger-3:#f0a275;--finger-4:#b4bdc9;
    --plus:#16301f;--minus:#3a1d1b}}
    *{box-sizing:border-box}
    [hidden]{display:none!important}
    html{-webkit-text-size-adjust:100%}
    body{margin:0 auto;max-width:1760px;padding:20px clamp(12px,2.5vw,36px) 48px;background:var(--page);color:var(--text);
    font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
    header{display:flex;flex-wrap:wrap;gap:12px 24px;align-items:end;justify-content:space-between;margin-bottom:16px}
    .title{min-width:0;display:flex;flex-wrap:wrap;align-items:center;gap:2px 12px}
    .brand{flex-basis:100%;margin:0;color:var(--muted);font-size:13px;letter-spacing:.04em}
    h1{margin:0;font-size:22px;line-height:1.25;overflow-wrap:anywhere}
    h2{margin:0;font-size:17px;line-height:1.3;overflow-wrap:anywhere}
    h3{margin:16px 0 6px;font-size:15px}
    .chip{margin:0;padding:1px 10px;border:1px solid var(--line);border-radius:99px;font-size:13px;color:var(--muted)}
    .chip.changed{color:var(--warn);border-color:var(--warn)}
    .bar,.tools,.head{display:flex;flex-wrap:wrap;gap:8px;align-items:center}
    .head{gap:4px 16px;margin-bottom:8px}
    .tools{margin-bottom:8px}
    button,select,input,textarea{font:inherit;color:inherit}
    button{padding:6px 14px;border:1px solid var(--edge);border-radius:6px;background:var(--card);cursor:pointer}
    button:hover:not(:disabled){border-color:var(--link);color:var(--link)}
    button:disabled{color:var(--muted);border-color:var(--line);cursor:default}
    button.main,button[aria-pressed=true]{background:var(--link);border-color:var(--link);color:var(--on)}
    button.main:hover:not(:disabled){color:var(--on);filter:brightness(1.1)}
    button.main:disabled{background:var(--card);color:var(--muted);border-color:var(--line)}
    button.plain{border-color:transparent;background:none;padding:2px 8px;color:var(--link);text-decoration:underline}
    select,input[type=text]{padding:5px 8px;border:1px solid var(--edge);border-radius:6px;background:var(--card);max-width:100%}
    :focus-visible{outline:3px solid var(--link);outline-offset:2px}
    .check{display:flex;gap:6px;align-items:center;font-size:14px}
    .muted{color:var(--muted);font-size:13px}
    p.muted{margin:6px 0}
    #notice{margin:0 0 12px;padding:10px 14px;border-left:4px solid var(--bad);background:var(--card);overflow-wrap:anywhere}
    #notice.calm{border-color:var(--good)}
    main{display:grid;grid-template-columns:minmax(0,1fr);gap:20px}
    main>*{min-width:0}
    .left{display:flex;flex-direction:column;gap:20px;min-width:0}
    main{align-items:start}
    @media(min-width:900px){main{grid-template-columns:minmax(0,5fr) minmax(320px,3fr)}}
    .side,.below,.stage{padding:16px;background:var(--card);border:1px solid var(--line);border-radius:10px}
    .side{display:flex;flex-direction:column;gap:10px}
    .below h2{margin-bottom:8px}
    .below .head h2{margin:0}
    #canvas{border-radius:12px;background:var(--edge);padding:10px}
    #screen{display:block;width:100%;max-height:64vh;margin:auto;background:var(--glass);border-radius:4px;touch-action:none}
    .drawing-mode #screen{cursor:crosshair}
    .grid{stroke:var(--line);stroke-width:1;vector-effect:non-scaling-stroke}
    .view rect{fill:var(--view);fill-opacity:.82;stroke:var(--edge);stroke-width:1.5;vector-effect:non-scaling-stroke}
    .arranging .view{cursor:move}
    .view.off rect{stroke-dasharray:5 4;fill-opacity:.35}
    .view.chosen rect{fill:var(--chosen);stroke:var(--link);stroke-width:3}
    .view.hit rect{stroke:var(--good);stroke-width:3}
    .view:focus{outline:none}
    .view:focus-visible rect{stroke:var(--link);stroke-width:4}
    .view text{fill:var(--text);font-weight:600;pointer-events:none}
    .view .small{fill:var(--muted);font-weight:400}
    .handle{fill:var(--card);stroke:var(--link);stroke-width:2;vector-effect:non-scaling-stroke}
    .stroke{fill:none;stroke-width:3;stroke-linecap:round;stroke-linejoin:round;vector-effect:non-scaling-stroke;
    pointer-events:none}
    .f0{stroke:var(--finger-0)}.f1{stroke:var(--finger-1)}.f2{stroke:var(--finger-2)}.f3{stroke:var(--finger-3)}
    .f4{stroke:var(--finger-4)}
    .list{margin:0;padding:0;list-style:none;display:flex;flex-direction:column;gap:4px}
    #gestures{max-height:340px;overflow:auto;padding:4px}
    .row{display:flex;gap:10px;align-items:center;width:100%;padding:7px 10px;text-align:left;border-color:var(--line)}
    .row[aria-current=true]{background:var(--chosen);border-color:var(--link)}
    .row .what{min-width:0;flex:1;overflow-wrap:anywhere}
    .row small{display:block;color:var(--muted)}
    .pic{flex:none;width:34px;height:34px}
    .pic *{fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
    .pic .dot{fill:currentColor;stroke:none}
    #cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(140px,1fr));gap:8px}
    .card{display:flex;flex-direction:column;gap:2px;align-items:flex-start;text-align:left;padding:10px;border-color:var(--line);
    line-height:1.35}
    .card b{font-size:14px}
    .card small{color:var(--muted);font-size:12px}
    summary{cursor:pointer;font-weight:600;font-size:17px}
    .fields{display:flex;flex-direction:column;gap:10px;margin-top:6px}
    .field{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:2px 10px;align-items:center}
    .field label,.field .label{font-weight:600;font-size:14px;overflow-wrap:anywhere}
    .field .muted{grid-column:1/-1;margin:0}
    .field input[type=range]{grid-column:1/-1;width:100%;accent-color:var(--link);margin:2px 0}
    .field input[type=text]{width:9em}
    .field .full{grid-column:1/-1;display:flex;gap:8px;flex-wrap:wrap}
    .field .full input[type=text]{flex:1;min-width:8em}
    .warning{padding:6px 10px;border-left:3px solid var(--warn);background:var(--page);overflow-wrap:anywhere;font-size:14px}
    .warning.error{border-color:var(--bad)}.warning.note{border-color:var(--edge)}
    .good{color:var(--good)}.bad{color:var(--bad)}.warn{color:var(--warn)}
    .tag{display:inline-block;padding:1px 9px;border-radius:99px;border:1px solid currentColor;font-size:13px;margin:1px 4px 1px 0;
    overflow-wrap:anywhere}
    .was{text-decoration:line-through;color:var(--muted)}
    .result{padding:8px 0;border-top:1px solid var(--line);overflow-wrap:anywhere}
    .result:first-child{border-top:0}
    .result p{margin:2px 0}
    .why{margin:4px 0 0;padding-left:18px}
    .why li{margin:3px 0}
    code{font:13px/1.4 ui-monospace,"Cascadia Mono",Menlo,Consolas,monospace;overflow-wrap:anywhere}
    #text{display:block;width:100%;height:420px;padding:10px;border:1px solid var(--edge);border-radius:6px;background:var(--page);
    font:13px/1.5 ui-monospace,"Cascadia Mono",Menlo,Consolas,monospace;resize:vertical;white-space:pre;overflow:auto;tab-size:2}
    dialog{width:min(900px,calc(100vw - 24px));max-height:86vh;padding:20px;border:1px solid var(--edge);border-radius:10px;
    background:var(--card);color:var(--text)}
    dialog[open]{display:flex;flex-direction:column;gap:14px}
    dialog::backdrop{background:#000a}
    #difference{overflow:auto;border:1px solid var(--line);border-radius:6px;background:var(--page);min-height:80px;padding:8px 0}
    .line{display:grid;grid-template-columns:4em 1.5em 1fr;font:13px/1.5 ui-monospace,Menlo,Consolas,monospace;white-space:pre-wrap;
    overflow-wrap:anywhere;padding:0 10px}
    .line .n{color:var(--muted);text-align:right;padding-right:10px}
    .line.plus{background:var(--plus)}.line.minus{background:var(--minus)}
    .path{padding:2px 12px 8px;font-weight:600;overflow-wrap:anywhere}
    .ended{max-width:40em;margin:15vh auto;text-align:center}
    @media print{
    header .bar,.tools,#card-box,#apply,#hint,#chosen button,.field input[type=range]{display:none}
    body{padding:0;max-width:none;font-size:11pt}
    main{grid-template-columns:minmax(0,1fr)}
    .stage,.below,.side{padding:0;border:0}
    .row,.warning,.result{break-inside:avoid}
    #gestures{max-height:none;overflow:visible}
    #text{height:auto;field-sizing:content;white-space:pre-wrap;overflow:visible}
    *{-webkit-print-color-adjust:exact;print-color-adjust:exact}
    }

    """#
}
