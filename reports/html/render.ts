import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { ConformanceReport } from '../report.ts'
import { renderContents } from './contents.ts'
import { embeddedRows } from './embedded.ts'
import { renderFindings } from './findings.ts'
import { renderHeader } from './header.ts'
import { html, trusted } from './markup.ts'
import { renderProfiles } from './profiles.ts'
import { renderRequirements } from './requirements.ts'
import { renderSections, renderUnjudged } from './sections.ts'
import { renderStates } from './states.ts'

const style = ['', '.stone', '.first', '.findings', '.states', '.list', '.small']
  .map(part => read(`page${part}.css`))
  .join('')
const script = ['.detail', ''].map(part => read(`page${part}.js`)).join('')

/**
 * Renders the report as one self-contained page: style, script and data are inline, and its content
 * security policy allows no others and no network.
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
${renderHeader(report)}
${renderContents(report)}
<main>
<div class="first">
${renderFindings(report)}
${renderSections(report)}
</div>
${renderProfiles(report)}
${renderUnjudged(report)}
${renderStates(report)}
${renderRequirements(report)}
</main>
<dialog id="detail" aria-labelledby="detail-title"></dialog>
<script type="application/json" id="report">${trusted(embeddedRows(report))}</script>
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
