import { formatCount } from '../text-layout.ts'
import type { ConformanceReport } from '../report.ts'
import { unjudgedRows } from '../sentences.ts'
import { html, type Markup } from './markup.ts'

/** Renders the table of contents and the search, which stay visible. */
export function renderContents(report: ConformanceReport): Markup {
  const { findings, sections, profiles, requirements, states } = report
  const unjudged = unjudgedRows(report).reduce((sum, { total }) => sum + total, 0)
  const parts: [id: string, name: string, count: number][] = [
    ['findings', 'Findings', findings.length],
    ['sections', 'Sections', sections.length],
    ['profiles', 'Profiles', profiles.length],
    ['unjudged', 'Not judged', unjudged],
    ['states', 'States', Object.keys(states).length],
    ['requirements', 'Requirements', requirements.length],
  ]
  const links = parts
    .filter(([id, , count]) => count > 0 || id === 'findings')
    .map(([id, name, count]) => html`<a href="#${id}">${name} <b>${formatCount(count)}</b></a>`)
  return html`<div class="contents">
<nav aria-label="Contents">${links}</nav>
<div role="search"><input id="q" type="search" autocomplete="off" spellcheck="false"
 aria-label="Search the requirements" placeholder="Search: id, rule or reason"></div>
</div>`
}
