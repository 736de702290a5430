// The page that guests see: one file of HTML without any other script or style, readable by the cards of WeChat and others, and by old engines.
import { escapeHtml } from '#rulebook/escape-html.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { SHARE_PAGE_TEXTS } from '#rulebook/runs/shares.ts'
import { LANGUAGE } from '#rulebook/site/product.ts'

export interface SharedPicture {
  readonly product: string
  /** Absolute, for cards. */
  readonly pageAddress: string
  readonly cardAddress: string
  readonly beforeAddress: string
  readonly afterAddress: string
  readonly downloadAddress: string | undefined
  readonly sizes: { readonly before: string; readonly after: string }
  readonly width: number
  readonly height: number
  readonly until: string
}

const STYLE = `
:root{color-scheme:light dark;--ground:#fff;--ink:#16211f;--dim:#566360;--accent:#0b6e5c;--on-accent:#fff}
@media (prefers-color-scheme:dark){:root{--ground:#131a18;--ink:#eef3f1;--dim:#aab6b2;--accent:#5fd0b5;--on-accent:#0d1513}}
body{margin:0;background:var(--ground);color:var(--ink);font-family:-apple-system,BlinkMacSystemFont,'PingFang SC','HarmonyOS Sans SC','MiSans','Microsoft YaHei','Noto Sans SC',sans-serif;line-height:1.7}
main{max-width:960px;margin:0 auto;padding:24px 16px 48px;box-sizing:border-box}
h1{margin:0;font-size:1.375rem;line-height:1.35}
.stage{position:relative;margin:16px auto 0;overflow:hidden;border-radius:12px;touch-action:pan-y}
.stage img{position:absolute;inset:0;width:100%;height:100%;display:block}
.after{-webkit-clip-path:inset(0 0 0 var(--at));clip-path:inset(0 0 0 var(--at))}
.line{position:absolute;top:0;bottom:0;left:var(--at);width:3px;margin-left:-1px;background:#fff;box-shadow:0 0 4px rgba(0,0,0,.6);pointer-events:none}
.line::after{content:'↔';position:absolute;top:50%;left:50%;width:40px;height:40px;margin:-20px 0 0 -20px;border-radius:50%;background:#fff;color:#16211f;font-size:24px;line-height:38px;text-align:center;box-shadow:0 0 4px rgba(0,0,0,.6)}
.name{position:absolute;top:12px;padding:2px 10px;border-radius:999px;background:rgba(0,0,0,.65);color:#fff;font-size:.875rem;pointer-events:none}
input{position:absolute;inset:0;width:100%;height:100%;margin:0;opacity:0;cursor:ew-resize}
.stage:focus-within{outline:3px solid var(--accent);outline-offset:3px}
p{margin:8px 0;color:var(--dim)}
.facts span{display:inline-block}
.facts i{font-style:normal}
@media (max-width:480px){.facts span{display:block}.facts i{display:none}}
.actions{display:flex;flex-wrap:wrap;gap:12px;margin-top:20px}
a{min-height:44px;padding:8px 24px;box-sizing:border-box;border:1px solid var(--accent);border-radius:8px;color:var(--accent);font-weight:600;text-decoration:none}
a.brand{display:inline-flex;align-items:center;gap:8px;margin-bottom:12px;padding:0;border:0;color:var(--ink);font-size:1.125rem}
a.main{background:var(--accent);color:var(--on-accent)}
a:focus-visible{outline:3px solid var(--accent);outline-offset:3px}
@media print{input,.actions{display:none}}`

const SCRIPT = `var stage=document.querySelector('.stage'),range=document.querySelector('input');range.addEventListener('input',function(){stage.style.setProperty('--at',range.value+'%')})`

const brand = (product: string): string =>
  `<a class="brand" href="/"><img src="/favicon.svg" alt="" width="28" height="28">${escapeHtml(product)}</a>`

const frame = (title: string, head: string, body: string): string => `<!doctype html>
<html lang="${LANGUAGE}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex, nofollow">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<title>${escapeHtml(title)}</title>
${head}<style>${STYLE}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`

export function sharePage(shared: SharedPicture): string {
  const { product, sizes, width, height, until, downloadAddress } = shared
  const texts = SHARE_PAGE_TEXTS
  const title = `${texts.title} · ${product}`
  const card = {
    'og:type': 'website',
    'og:site_name': product,
    'og:title': title,
    'og:description': texts.description,
    'og:image': shared.cardAddress,
    'og:url': shared.pageAddress,
  }
  const head = [
    `<meta name="description" content="${escapeHtml(texts.description)}">`,
    ...Object.entries(card).map(([name, content]) => `<meta property="${name}" content="${escapeHtml(content)}">`),
    '',
  ].join('\n')
  // No taller than the screen.
  const stage = `--at:50%;aspect-ratio:${width}/${height};max-width:calc(80vh * ${(width / height).toFixed(4)})`
  const download = downloadAddress
    ? `<a class="main" href="${escapeHtml(downloadAddress)}" download>${texts.download}</a>`
    : ''
  return frame(
    title,
    head,
    `${brand(product)}
<h1>${texts.title}</h1>
<p>${texts.description}</p>
<div class="stage" style="${stage}">
<img src="${escapeHtml(shared.beforeAddress)}" alt="${texts.before}" width="${width}" height="${height}">
<img class="after" src="${escapeHtml(shared.afterAddress)}" alt="${texts.after}" width="${width}" height="${height}">
<div class="line"></div>
<span class="name" style="left:12px" aria-hidden="true">${texts.before}</span>
<span class="name" style="right:12px" aria-hidden="true">${texts.after}</span>
<input type="range" min="0" max="100" value="50" aria-label="${texts.slider}">
</div>
<p class="facts"><span>${fillText(sizes.before === sizes.after ? texts.sameSize : texts.size, sizes)}</span><i> · </i><span>${fillText(texts.until, { date: until })}</span></p>
<p>${texts.label}</p>
<div class="actions">${download}<a href="/">${texts.try}</a></div>
<script>${SCRIPT}</script>`,
  )
}

/** Where no picture can be shown: what happened, and why where there is more to say. */
export const noSharePage = (product: string, title: string, text = ''): string =>
  frame(
    `${title} · ${product}`,
    '',
    `${brand(product)}
<h1>${title}</h1>
${text && `<p>${text}</p>`}
<div class="actions"><a class="main" href="/">${SHARE_PAGE_TEXTS.home}</a></div>`,
  )
