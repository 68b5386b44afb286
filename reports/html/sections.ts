import type { Word } from '../../suites/verdict.ts'
import { counted, grouped, listed } from '../layout.ts'
import type { ConformanceReport, Counts, PartResult } from '../report.ts'
import { type NotJudged, notJudged, occurring } from '../words.ts'
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

/** A line a section, those that somebody should look at first; the counts are folded away. */
export function sections(report: ConformanceReport): Markup {
  const ran = report.sections.filter(section => section.result !== 'untested')
  const rest = report.sections.filter(section => section.result === 'untested')
  return html`<section id="sections" aria-labelledby="sections-title">
<h2 id="sections-title">Sections</h2>
<ul class="marks">${ran.toSorted((a, b) => rank(a) - rank(b)).map(markLine)}</ul>
<details class="rest">
<summary>Counts of each section</summary>
<ul class="legend">${occurring(report.summary).map(
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

/** The mark of a section, its title, and how many of its rows were judged. */
function markLine({ slug, title, result, counts }: Section): Markup {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const judged = total - counts.untested - counts.inapplicable
  const failed = counts.fail > 0 ? `${grouped(counts.fail)} failed, ` : ''
  const says = `${result}, ${failed}${grouped(judged)} of ${grouped(total)} rows judged`
  return html`<li><a href="#section=${slug}" title="${says}">
<span class="mark ${result}" aria-label="${result}">${marks[result]}</span>
<span class="name">${title}</span>
<span class="counts">${grouped(judged)}/${grouped(total)}</span>
</a></li>`
}

function sectionLine({ slug, title, result, counts }: Section): Markup {
  const words = occurring(counts).map(word => `${grouped(counts[word])}\u00a0${word}`)
  return html`<li><a href="#section=${slug}">
<span class="name">${title}</span>
<span class="mark ${result}">${result}</span>
${bar(counts)}
<span class="counts">${words.join(', ')}</span>
</a></li>`
}

function bar(counts: Counts): Markup {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  let x = 0
  const pieces = occurring(counts).map(word => {
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
<span class="counts">${grouped(counts.untested)}</span></a></li>`,
  )
  return html`<details class="rest">
<summary>${counted(rest.length, 'section')} untested, with ${counted(rows, 'requirement')}</summary>
<ul>${links}</ul>
</details>`
}

/** A verdict with its colour and how often it occurs. */
export function verdictCount(word: Word, count: number): Markup {
  return html`<span class="dot ${word}"></span>${word} <b>${grouped(count)}</b>`
}

/** What was not judged, by verdict and reason, folded away. */
export function unjudged(report: ConformanceReport): Markup {
  const groups = notJudged(report)
  if (groups.length === 0) return html``
  const says = groups.map(({ verdict, total }) => `${grouped(total)} ${verdict}`).join(', ')
  return html`<section id="unjudged" aria-labelledby="unjudged-title">
<h2 id="unjudged-title">Not judged, and why</h2>
<details class="rest">
<summary>${says}</summary>
<dl class="reasons">${groups.map(groupLines)}</dl>
</details>
</section>`
}

function groupLines({ verdict, total, reasons }: NotJudged): Markup {
  const ids = (of: string[]) => (isCounted(verdict) ? grouped(of.length) : listed(of, idsMax))
  const lines = reasons.map(
    reason => html`<dd>${reason.because} <span class="counts">${ids(reason.ids)}</span></dd>`,
  )
  return html`<div>
<dt><a href="#verdict=${verdict}">${verdictCount(verdict, total)}</a></dt>
${lines}
</div>`
}

/** These lists are long and nobody need act on a row of them, so their ids are only counted. */
function isCounted(verdict: Word): boolean {
  return verdict === 'inapplicable' || verdict === 'untested'
}
