import type { VerdictWord } from '../../suites/verdict.ts'
import { countedNoun, formatCount, listIds } from '../text-layout.ts'
import type { ConformanceReport, VerdictCounts, PartResult } from '../report.ts'
import { type UnjudgedRows, unjudgedRows, occurringVerdicts } from '../sentences.ts'
import { html, type Markup } from './markup.ts'

type Section = ConformanceReport['sections'][number]

const idsMax = 12

const marks: Record<PartResult, string> = {
  conformant: '✓',
  nonconformant: '✗',
  incomplete: '?',
  partial: '~',
  observed: '–',
  untested: '–',
  inapplicable: '–',
}

/** Renders one line per section, those that need attention first. The counts are folded. */
export function renderSections(report: ConformanceReport): Markup {
  const ran = report.sections.filter(section => section.result !== 'untested')
  const rest = report.sections.filter(section => section.result === 'untested')
  return html`<section id="sections" aria-labelledby="sections-title">
<h2 id="sections-title">Sections</h2>
<ul class="marks">${ran.toSorted((a, b) => rank(a) - rank(b)).map(markLine)}</ul>
<details class="rest">
<summary>Counts of each section</summary>
<ul class="legend">${occurringVerdicts(report.summary).map(
    word =>
      html`<li><a href="#verdict=${word}">${verdictCount(word, report.summary[word])}</a></li>`,
  )}</ul>
<ul class="bars">${ran.map(sectionLine)}</ul>
</details>
${rest.length === 0 ? html`` : untested(rest)}
</section>`
}

const order: PartResult[] = ['nonconformant', 'incomplete', 'partial', 'conformant']

const rank = ({ result }: Section): number => {
  const place = order.indexOf(result)
  return place < 0 ? order.length : place
}

/** Renders the mark of a section, its title, and how many of its rows were judged. */
function markLine({ slug, title, result, counts }: Section): Markup {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const judged = counts.pass + counts.fail
  const failed = counts.fail > 0 ? `${formatCount(counts.fail)} failed, ` : ''
  const says = `${result}, ${failed}${formatCount(judged)} of ${formatCount(total)} rows judged`
  return html`<li><a href="#section=${slug}" title="${says}">
<span class="mark ${result}" aria-label="${result}">${marks[result]}</span>
<span class="name">${title}</span>
<span class="counts">${formatCount(judged)}/${formatCount(total)}</span>
</a></li>`
}

function sectionLine({ slug, title, result, counts }: Section): Markup {
  const words = occurringVerdicts(counts).map(word => `${formatCount(counts[word])}\u00a0${word}`)
  return html`<li><a href="#section=${slug}">
<span class="name">${title}</span>
<span class="mark ${result}">${result}</span>
${bar(counts)}
<span class="counts">${words.join(', ')}</span>
</a></li>`
}

function bar(counts: VerdictCounts): Markup {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  let x = 0
  const pieces = occurringVerdicts(counts).map(word => {
    const width = (counts[word] / total) * 100
    x += width
    const [from, wide] = [(x - width).toFixed(2), width.toFixed(2)]
    return html`<rect class="${word}" x="${from}" width="${wide}" height="8"/>`
  })
  return html`<svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"
>${pieces}</svg>`
}

function untested(rest: Section[]): Markup {
  const rows = rest.reduce((sum, { counts }) => sum + counts.untested, 0)
  const links = rest.map(
    ({ slug, title, counts }) =>
      html`<li><a href="#section=${slug}">${title}
<span class="counts">${formatCount(counts.untested)}</span></a></li>`,
  )
  return html`<details class="rest">
<summary>${countedNoun(rest.length, 'section')} untested, with ${countedNoun(rows, 'requirement')}</summary>
<ul>${links}</ul>
</details>`
}

/** Renders a verdict with its colour and count. */
export function verdictCount(word: VerdictWord, count: number): Markup {
  return html`<span class="dot ${word}"></span>${word} <b>${formatCount(count)}</b>`
}

/** Renders the rows that were not judged, by verdict and reason, folded. */
export function renderUnjudged(report: ConformanceReport): Markup {
  const groups = unjudgedRows(report)
  if (groups.length === 0) return html``
  const says = groups.map(({ verdict, total }) => `${formatCount(total)} ${verdict}`).join(', ')
  return html`<section id="unjudged" aria-labelledby="unjudged-title">
<h2 id="unjudged-title">Not judged, and why</h2>
<details class="rest">
<summary>${says}</summary>
<dl class="reasons">${groups.map(groupLines)}</dl>
</details>
</section>`
}

function groupLines({ verdict, total, reasons }: UnjudgedRows): Markup {
  const ids = (of: string[]) => (isCounted(verdict) ? formatCount(of.length) : listIds(of, idsMax))
  const lines = reasons.map(
    reason => html`<dd>${reason.because} <span class="counts">${ids(reason.ids)}</span></dd>`,
  )
  return html`<div>
<dt><a href="#verdict=${verdict}">${verdictCount(verdict, total)}</a></dt>
${lines}
</div>`
}

/** These lists are long and need no action, so their ids are only counted. */
function isCounted(verdict: VerdictWord): boolean {
  return verdict === 'inapplicable' || verdict === 'untested'
}
