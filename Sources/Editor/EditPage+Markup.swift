extension EditPage {
  package static let markup: StaticString = #"""
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width,initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>tickle edit</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="editor.css">
    <script src="editor.js" defer></script>
    </head>
    <body>
    <header>
      <div class="title">
        <p class="brand">tickle edit</p>
        <h1 id="file">…</h1>
        <p id="saved" class="chip" role="status"></p>
      </div>
      <div class="bar">
        <button id="undo" type="button">Undo</button>
        <button id="redo" type="button">Redo</button>
        <button id="save" type="button" class="main">Save…</button>
        <button id="done" type="button">Done</button>
      </div>
    </header>
    <p id="notice" role="alert" hidden></p>
    <main>
      <div class="left">
      <section class="stage" aria-labelledby="stage-title">
        <div class="head">
          <h2 id="stage-title">Screen</h2>
          <label id="screens-label" hidden>Screen <select id="screens"></select></label>
          <span id="size" class="muted"></span>
        </div>
        <div class="tools" role="toolbar" aria-label="Mouse">
          <button id="arrange" type="button" aria-pressed="true">Arrange views</button>
          <button id="draw" type="button" aria-pressed="false">Draw a movement</button>
          <button id="add-view" type="button">Add a view</button>
          <label class="check" id="together-label" hidden><input id="together" type="checkbox">
            Several fingers: draw one path after another, then Play</label>
          <button id="play" type="button" hidden>Play</button>
          <button id="clear" type="button" hidden>Clear</button>
        </div>
        <div id="canvas"><svg id="screen" role="group" aria-label="The screen with its views"></svg></div>
        <p id="hint" class="muted"></p>
        <section id="drawing" aria-labelledby="drawing-title" hidden>
          <h3 id="drawing-title">What the drawing does</h3>
          <div id="result" aria-live="polite"></div>
        </section>
      </section>
      <section class="below" aria-labelledby="outcomes-title">
        <h2 id="outcomes-title">Recordings and cases</h2>
        <div id="outcomes" aria-live="polite"></div>
      </section>
      <section class="below" aria-labelledby="remarks-title">
        <h2 id="remarks-title">Warnings</h2>
        <ul id="remarks" class="list"></ul>
      </section>
      <section class="below" aria-labelledby="text-title">
        <div class="head">
          <h2 id="text-title">Text</h2>
          <label id="parts-label" hidden>File <select id="parts"></select></label>
          <button id="apply" type="button" disabled>Apply</button>
        </div>
        <textarea id="text" spellcheck="false" autocomplete="off" aria-label="The text of the configuration"></textarea>
      </section>
      </div>
      <section class="side" aria-labelledby="chosen-title">
        <h2 id="chosen-title">Nothing is chosen</h2>
        <div id="chosen"></div>
        <h2>Gestures</h2>
        <ul id="gestures" class="list"></ul>
        <details id="card-box" open>
          <summary>Add a gesture</summary>
          <p class="muted" id="card-target"></p>
          <div id="cards"></div>
        </details>
      </section>
    </main>
    <dialog id="dialog" aria-labelledby="dialog-title">
      <h2 id="dialog-title">Save these changes?</h2>
      <div id="difference" tabindex="0" role="region" aria-label="Difference"></div>
      <div class="bar">
        <button id="cancel" type="button">Not yet</button>
        <button id="write" type="button" class="main">Write</button>
      </div>
    </dialog>
    <noscript>This page needs its own script.</noscript>
    </body>
    </html>

    """#
}
