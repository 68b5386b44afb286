import type { Word } from '../../suites/verdict.ts'
import { counted, grouped, listed } from '../layout.ts'
import type { ConformanceReport, Counts } from '../report.ts'
import { type NotJudged, notJudged, occurring } from '../words.ts'
import { html, type Markup } from './markup.ts'

type Section = ConformanceReport['sections'][number]

const idsMax = 12

/** A bar a section; the sections in which nothing ran are folded away. */
export function sections(report: ConformanceReport): Markup {
  const ran = report.sections.filter(section => section.result !== 'untested')
  const rest = report.sections.filter(section => section.result === 'untested')
  return html`<section id="sections" aria-labelledby="sections-title">
<h2 id="sections-title">Sections</h2>
<ul class="legend">${occurring(report.summary).map(
    word =>
      html`<li><a href="#verdict=${word}">${verdictCount(word, report.summary[word])}</a></li>`,
  )}</ul>
<ul class="bars">${ran.map(sectionLine)}</ul>
${rest.length === 0 ? html`` : untested(rest)}
</section>`
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

/** What was not judged, by verdict and reason. */
export function unjudged(report: ConformanceReport): Markup {
  const groups = notJudged(report)
  if (groups.length === 0) return html``
  return html`<section id="unjudged" aria-labelledby="unjudged-title">
<h2 id="unjudged-title">Not judged, and why</h2>
<dl class="reasons">${groups.map(groupLines)}</dl>
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
