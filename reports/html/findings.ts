import type { Failure } from '../../suites/verdict.ts'
import { isKnownFinding } from '../baseline-messages.ts'
import { countedNoun, formatCount } from '../text-layout.ts'
import { flakyRowsOf } from '../report.ts'
import type { ConformanceReport, Finding } from '../report.ts'
import { html, type Markup } from './markup.ts'

const firstMax = 10
const requestsMax = 8

/**
 * Renders the first findings, each folded to its title and request. The others are in a further
 * fold.
 */
export function renderFindings(report: ConformanceReport): Markup {
  const { findings } = report
  const cards = findings.map(finding => card(finding, report))
  const title = findings.length === 0 ? 'Findings' : countedNoun(findings.length, 'finding')
  return html`<section id="findings" aria-labelledby="findings-title">
<h2 id="findings-title">${title}</h2>
${
  findings.length === 0
    ? html`<p class="none">No requirement failed.</p>`
    : html`<div class="cards">${cards.slice(0, firstMax)}</div>`
}
${others(cards.slice(firstMax))}
${flaky(report)}
</section>`
}

function others(cards: Markup[]): Markup {
  if (cards.length === 0) return html``
  return html`<details class="rest">
<summary>${countedNoun(cards.length, 'more finding')}</summary>
<div class="cards">${cards}</div>
</details>`
}

/**
 * Renders the flaky rows that belong to no finding, folded. The evidence is shown with
 * each row.
 */
function flaky(report: ConformanceReport): Markup {
  const rows = flakyRowsOf(report)
  if (rows.length === 0) return html``
  return html`<details class="rest">
<summary>${countedNoun(rows.length, 'flaky row')}: failed, but not in all five re-runs</summary>
<ul>${rows.map(({ id, title, because }) => html`<li>${linkTo(id)} ${title}: ${because ?? ''}</li>`)}</ul>
</details>`
}

function card(finding: Finding, report: ConformanceReport): Markup {
  const failure = report.requirements.find(row => row.id === finding.id)?.failure
  const known = isKnownFinding(finding, report) ? ', in the baseline' : ''
  const others = finding.ids.length > 1 ? ` +${formatCount(finding.ids.length - 1)}` : ''
  return html`<details class="card">
<summary>
<h3>${finding.title}</h3>
<span class="of">${finding.strength} ${finding.id}${others}${known}</span>
<code class="request">${requestLine(failure)}</code>
</summary>
<p class="ids">${finding.ids.map(linkTo)}</p>
${blocked(finding.blocks)}<dl class="difference">
<dt>Expected</dt><dd>${failure?.expected ?? ''}</dd>
<dt>Got</dt><dd>${failure?.got || 'nothing'}</dd>
</dl>
<h4>Requests</h4>
<ol class="steps">${requests(failure)}</ol>
${breaks(finding.breaks)}
<div class="command"><code>${failure?.replay ?? `touchstone replay ${finding.case}`}</code></div>
</details>`
}

/** Returns the request line that shows the failure, as it was sent. */
function requestLine(failure: Failure | undefined): string {
  const { exchanges = [], at } = failure ?? {}
  const shows = exchanges.find(({ step }) => step === at) ?? exchanges.at(-1)
  return shows ? `${shows.request.method} ${shows.request.path}` : ''
}

/** Renders the last requests of the case as they were sent, each with its status. */
function requests(failure: Failure | undefined): Markup[] {
  const all = failure?.exchanges ?? []
  const skipped = Math.max(0, all.length - requestsMax)
  const before = skipped > 0 ? [html`<li>${formatCount(skipped)} earlier</li>`] : []
  const lines = all.slice(skipped).map(
    ({ request, answer, problem }) =>
      html`<li><code>${request.method} ${request.path}</code>
<span class="status">${answer ? String(answer.status) : (problem ?? 'no answer')}</span></li>`,
  )
  return [...before, ...lines]
}

function blocked(ids: string[]): Markup {
  if (ids.length === 0) return html``
  return html`<p class="ids">Not judged because of it: ${ids.map(linkTo)}</p>
`
}

function linkTo(id: string): Markup {
  return html`<a href="#id=${id}">${id}</a> `
}

function breaks(who: string[]): Markup {
  if (who.length === 0) return html``
  return html`<h4>Who is affected</h4>
<ul class="breaks">${who.map(one => html`<li>${one}</li>`)}</ul>`
}
