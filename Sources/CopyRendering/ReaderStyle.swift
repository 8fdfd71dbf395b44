/// The style sheet of the reader view.
///
/// It uses fonts of the system only, because the document may load nothing. Its colours are those of the web page
/// (`Resources/web/app.css`).
enum ReaderStyle {
    static let css = """
        :root{color-scheme:light dark;--paper:#faf8f4;--ink:#24201c;--soft:#6a6259;--line:#e4ded4;--accent:#a63d22;\
        --wash:#f3eee6;--serif:"Iowan Old Style","Palatino Linotype",Palatino,"Source Serif 4",Charter,Georgia,\
        "DejaVu Serif",serif;--sans:system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","DejaVu Sans",sans-serif;\
        --mono:ui-monospace,"SF Mono",Menlo,"DejaVu Sans Mono",monospace}
        @media(prefers-color-scheme:dark){:root{--paper:#191715;--ink:#ece6dd;--soft:#a99f93;--line:#37322d;\
        --accent:#ee9274;--wash:#2a2622}}
        *{box-sizing:border-box}
        html{-webkit-text-size-adjust:100%;text-size-adjust:100%;overflow-wrap:anywhere}
        body{margin:0;background:var(--paper);color:var(--ink);font:1.1875rem/1.65 var(--serif)}
        a{color:var(--accent);text-underline-offset:.18em;text-decoration-thickness:1px}
        :focus-visible{outline:2px solid var(--accent);outline-offset:3px;border-radius:3px}
        header.leftoff{display:flex;flex-wrap:wrap;gap:.2rem 1.2rem;justify-content:space-between;\
        padding:.8rem clamp(1rem,4vw,2rem);border-bottom:1px solid var(--line);color:var(--soft);\
        font:.9rem/1.5 var(--sans)}
        header.leftoff p{margin:0}
        header.leftoff nav{display:flex;flex-wrap:wrap;gap:.2rem 1.1rem}
        header.leftoff nav a{display:inline-block;padding:.15rem 0;min-height:1.5rem}
        header.leftoff .note{flex-basis:100%;color:var(--ink)}
        main{position:relative;max-width:38rem;margin-inline:auto;\
        padding:clamp(1.5rem,5vw,3.5rem) clamp(1.25rem,5vw,2rem) 60vh}
        main>*{margin-block:0 1.1em}
        h1,h2,h3,h4,h5,h6{font-weight:600;line-height:1.2;text-wrap:balance;margin-block:1.7em .5em}
        h1{font-size:clamp(1.75rem,6vw,2.4rem);font-weight:500;letter-spacing:-.015em;margin-block-start:0}
        h2{font-size:1.5rem}h3{font-size:1.25rem}h4,h5,h6{font-size:1.1rem}
        .byline{color:var(--soft);font:1rem/1.5 var(--sans)}
        .outline{padding:.6rem 1rem;border:1px solid var(--line);border-radius:.6rem;font:1rem/1.5 var(--sans)}
        .outline summary{cursor:pointer;color:var(--soft)}
        .outline ol{margin:.5rem 0 .3rem;padding:0;list-style:none}
        .outline li{margin-block:.3rem}
        .outline .d1{padding-inline-start:1rem}.outline .d2{padding-inline-start:2rem}\
        .outline .d3{padding-inline-start:3rem}
        ul,ol{padding-inline-start:1.5em}
        li{margin-block:.35em}
        blockquote{margin-inline:0;padding-inline-start:1.1rem;border-inline-start:3px solid var(--line);\
        color:var(--soft);font-style:italic}
        blockquote p{margin-block:0 .7em}
        code{font:.86em/1.5 var(--mono);padding:.08em .25em;background:var(--wash);border-radius:.25em}
        pre{padding:1rem;overflow-x:auto;background:var(--wash);border-radius:.6rem;overflow-wrap:normal;tab-size:4}
        pre code{padding:0;background:none;font-size:.8em}
        .table{overflow-x:auto}
        table{border-collapse:collapse;font:.95rem/1.5 var(--sans);overflow-wrap:normal}
        th,td{padding:.4rem .7rem;border:1px solid var(--line);text-align:start;vertical-align:top}
        th{background:var(--wash)}
        figure{margin-inline:0;padding:1rem;border:1px dashed var(--line);border-radius:.6rem;color:var(--soft);\
        font:.95rem/1.5 var(--sans)}
        figure p{margin:0 0 .3rem;color:var(--ink)}
        figcaption{font-size:.85rem}
        #leftoff-line::before{content:"";position:absolute;inset-inline-start:clamp(.35rem,1.5vw,.7rem);width:4px;\
        height:1.4em;margin-top:-.1em;border-radius:2px;background:var(--accent)}
        @media print{header.leftoff{display:none}}
        """
}
