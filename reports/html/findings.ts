import { isKnownFinding } from '../baseline-words.ts'
import { counted } from '../layout.ts'
import type { ConformanceReport, Finding } from '../report.ts'
import { html, type Markup } from './markup.ts'

/** The findings as cards, or a sentence that there are none. */
export function findings(report: ConformanceReport): Markup {
  const { findings } = report
  const body =
    findings.length === 0
      ? html`<p class="none">No requirement failed.</p>`
      : html`<div class="cards">${findings.map(finding => card(finding, report))}</div>`
  const title = findings.length === 0 ? 'Findings' : counted(findings.length, 'finding')
  return html`<section id="findings" aria-labelledby="findings-title">
<h2 id="findings-title">${title}</h2>
${body}
</section>`
}

function card(finding: Finding, report: ConformanceReport): Markup {
  const failure = report.requirements.find(row => row.id === finding.id)?.failure
  const steps = failure?.steps ?? []
  const known = isKnownFinding(finding, report)
    ? html` <span class="strength">known by the baseline</span>`
    : html``
  return html`<article class="card">
<h3>${finding.title}</h3>
<p class="ids"><span class="strength">${finding.strength}</span>${known} ${finding.ids.map(linkTo)}</p>
${blocked(finding.blocks)}<div class="columns">
<div>
<h4>Shrunk steps</h4>
<ol class="steps">${steps.map(step => html`<li><code>${step}</code></li>`)}</ol>
</div>
<div>
<h4>Expected</h4>
<p>${failure?.expected ?? ''}</p>
<h4>Got</h4>
<p class="got">${failure?.got ?? ''}</p>
</div>
</div>
${breaks(finding.breaks)}
<div class="command"><code>touchstone replay ${finding.case}</code></div>
</article>`
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
  return html`<h4>Who breaks by it</h4>
<ul class="breaks">${who.map(one => html`<li>${one}</li>`)}</ul>`
}
