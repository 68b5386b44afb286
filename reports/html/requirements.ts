import type { ConformanceReport } from '../report.ts'
import { occurringVerdicts } from '../sentences.ts'
import { html, type Markup } from './markup.ts'
import { verdictCount } from './sections.ts'

const strengths = ['must', 'should', 'may', 'silent']

/**
 * Renders the filters, except for the search, and the container for the rows that the script adds.
 */
export function renderRequirements(report: ConformanceReport): Markup {
  const verdicts = occurringVerdicts(report.summary).map(
    word =>
      html`<button type="button" class="chip" data-verdict="${word}" aria-pressed="false"
>${verdictCount(word, report.summary[word])}</button>`,
  )
  const sections = report.sections.map(
    ({ slug, title }) => html`<option value="${slug}">${title}</option>`,
  )
  const levels = strengths.map(word => html`<option value="${word}">${word}</option>`)
  return html`<section id="requirements" aria-labelledby="requirements-title">
<h2 id="requirements-title">Requirements</h2>
<noscript><p class="none">The list of requirements needs the script of this page.</p></noscript>
<div class="filters">
<label>Section <select id="section"><option value="">all</option>${sections}</select></label>
<label>Strength <select id="strength"><option value="">all</option>${levels}</select></label>
<div class="chips" role="group" aria-label="Verdicts">${verdicts}</div>
</div>
<p class="tally"><span id="tally" role="status"></span>
<button id="clear" type="button" class="quiet" hidden>Clear filters</button></p>
<ol id="rows" class="rows"></ol>
<button id="more" type="button" class="quiet" hidden>Show all</button>
</section>`
}
