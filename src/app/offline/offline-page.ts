// The page that stands where a page could not be fetched: one file without any other, in the tokens of the rest.
import { APP_SETTINGS_KEY } from '#rulebook/pictures/browser-storage.ts'
import { CONTROL_TEXTS } from '#rulebook/site/control-texts.ts'
import { OFFLINE_TEXTS } from '#rulebook/site/offline-texts.ts'
import { LANGUAGE } from '#rulebook/site/product.ts'
import { FONT_FAMILY, GRAY, INK, JADE, RADIUS, SPACING, WHITE } from '../design/tokens.ts'

/** The values of styles/dark.css: this page can load no other file. A test keeps both the same. */
const DARK_STYLE = `.dark{color-scheme:dark}
.dark body{background:#121716;color:#eef1f0}
.dark svg{background:#10241f;color:#7fd0c1}
.dark p{color:#a3adab}
.dark button{background:#147868}
.dark button:hover{background:#106456}
.dark button:focus-visible{outline-color:#7fd0c1}`

const STYLE = `
body{margin:0;min-height:100vh;display:grid;place-items:center;background:${WHITE};color:${INK};font-family:${FONT_FAMILY.replaceAll('"', "'")};line-height:1.7}
main{max-width:26em;padding:${SPACING.lg};text-align:center}
svg{width:72px;height:72px;padding:18px;box-sizing:border-box;border-radius:${RADIUS.xl};background:${JADE[0]};color:${JADE[7]}}
h1{margin:${SPACING.md} 0 ${SPACING.xs};font-size:1.5rem;line-height:1.35;font-weight:650}
p{margin:0 0 ${SPACING.lg};color:${GRAY[6]}}
button{min-height:44px;padding:0 ${SPACING.lg};border:0;border-radius:${RADIUS.md};background:${JADE[7]};color:${WHITE};font:inherit;font-weight:600;cursor:pointer}
button:hover{background:${JADE[8]}}
button:focus-visible{outline:2px solid ${JADE[7]};outline-offset:2px}
${DARK_STYLE}`

/** As `public/before-page.js` decides it (decision 0092). */
const THEME_SCRIPT = `try{var theme=JSON.parse(localStorage.getItem('${APP_SETTINGS_KEY}')).theme;if(theme==='dark'||theme==='system'&&matchMedia('(prefers-color-scheme: dark)').matches)document.documentElement.className='dark'}catch(error){}`

const ASK_EVERY_MS = 5000
/** Reloads by itself when the network is back, and when the server answers again: a browser may consider itself online throughout. */
const SCRIPT = `${THEME_SCRIPT};var reload=function(){location.reload()};document.querySelector('button').addEventListener('click',reload);addEventListener('online',reload);setInterval(function(){fetch('/healthz').then(function(answer){if(answer.ok)reload()},function(){})},${ASK_EVERY_MS})`

const NO_WIFI =
  '<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" aria-hidden="true"><path d="M12 18h.01M9 14.6a4.5 4.5 0 0 1 4.6-.7M6 11.4a9 9 0 0 1 3.2-2M13.2 8.9a9 9 0 0 1 4.8 2.5M3.2 8.3a13 13 0 0 1 2.6-1.9M10 5.1a13 13 0 0 1 10.8 3.2M3 3l18 18"/></svg>'

export const offlinePage = (): string => `<!doctype html>
<html lang="${LANGUAGE}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>${OFFLINE_TEXTS.documentTitle}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${NO_WIFI}
<h1>${OFFLINE_TEXTS.title}</h1>
<p>${OFFLINE_TEXTS.body}</p>
<button type="button">${CONTROL_TEXTS.retry}</button>
</main>
<script>${SCRIPT}</script>
</body>
</html>
`
