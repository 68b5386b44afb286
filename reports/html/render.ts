import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { ConformanceReport } from '../report.ts'
import { contents } from './contents.ts'
import { embedded } from './embedded.ts'
import { findings } from './findings.ts'
import { header } from './header.ts'
import { html, trusted } from './markup.ts'
import { profiles } from './profiles.ts'
import { requirements } from './requirements.ts'
import { sections, unjudged } from './sections.ts'
import { states } from './states.ts'

const style = ['', '.stone', '.first', '.findings', '.states', '.list', '.small']
  .map(part => read(`page${part}.css`))
  .join('')
const script = ['.detail', ''].map(part => read(`page${part}.js`)).join('')

/**
 * The report as one page that needs nothing else: style, script and data are inside, and its
 * policy allows no others and no network.
 */
export function renderHtml(report: ConformanceReport): string {
  const policy = [
    `default-src 'none'`,
    `style-src '${hashOf(style)}'`,
    `script-src '${hashOf(script)}'`,
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ')
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${trusted(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${report.target.name}: ${report.result} (Touchstone)</title>
<style>${trusted(style)}</style>
</head>
<body>
<a class="skip" href="#requirements">Skip to the requirements</a>
${header(report)}
${contents(report)}
<main>
<div class="first">
${findings(report)}
${sections(report)}
</div>
${profiles(report)}
${unjudged(report)}
${states(report)}
${requirements(report)}
</main>
<dialog id="detail" aria-labelledby="detail-title"></dialog>
<script type="application/json" id="report">${trusted(embedded(report))}</script>
<script>${trusted(script)}</script>
</body>
</html>
`
  return page.markup
}

function read(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8')
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
