import { countsSentence, exitSentence } from '../baseline-messages.ts'
import { countedNoun, formatDuration, formatCount } from '../text-layout.ts'
import type { Claim, ConformanceReport } from '../report.ts'
import { claimSentence, mustsOf, resultSentence, scenariosPerProperty } from '../sentences.ts'
import { html, type Markup } from './markup.ts'

/** Renders the result, the claims and, folded, the data of the run. */
export function renderHeader(report: ConformanceReport): Markup {
  const { result, claims } = report
  return html`<header class="stone">
<div class="top">
<p class="brand">Touchstone</p>
<button id="theme" type="button" class="quiet" hidden>Dark</button>
</div>
<h1 class="result ${result}">${result}</h1>
<p class="sentence">${resultSentence(report)}</p>
${baseline(report)}
<ul class="claims">
${claim('http', claims.http)}
${claim('configuration', claims.configuration)}
${claims.started ? claim('started servers', claims.started) : ''}
</ul>
${streak(report)}
${facts(report)}
</header>`
}

function baseline({ baseline }: ConformanceReport): Markup {
  if (!baseline) return html``
  const says = `Baseline: ${countsSentence(baseline)}; ${exitSentence(baseline)}`
  return html`<p class="sentence baseline" title="${says}">${says}</p>`
}

/**
 * Renders the claim of a surface, unless the set has no rows of it in this dialect or selection.
 */
function claim(name: string, of: Claim): Markup {
  return of.result === 'untested' ? html`` : html`<li>${name}: ${claimSentence(of)}</li>`
}

function facts(report: ConformanceReport): Markup {
  const { target, suite, startedAt } = report
  const program = `${target.implementation} ${target.version}, dialect ${target.dialect}`
  const [day, minute] = [startedAt.slice(0, 10), startedAt.slice(11, 16)]
  const digests = html`<code>${suite.set}</code><br>catalogue <code>${suite.requirements}</code
><br>checks <code>${suite.checks}</code>`
  return html`<details class="run">
<summary>${program}, ${target.url}</summary>
<dl class="facts">
${fact('Target', html`${target.name}<br>${program}<br>${target.url}`)}
${problems(report)}
${fact('Set', digests)}
${fact('Seed', html`<code>${report.seed}</code><br>${scenariosPerProperty(report)}`)}
${fact('Started', html`${day}<br>${minute} UTC<br>took ${formatDuration(report.durationMs)}`)}
${fact('Work', html`${countedNoun(report.cases, 'case')}<br>${countedNoun(report.requests, 'request')}`)}
</dl>
</details>`
}

function problems({ target }: ConformanceReport): Markup {
  const { problems: found } = target
  if (!found) return html``
  return fact('Found by the pre-flight', html`${found.map(one => html`${one}<br>`)}`)
}

function fact(name: string, value: Markup): Markup {
  return html`<div><dt>${name}</dt><dd>${value}</dd></div>`
}

/**
 * Renders a gold streak as on a touchstone. Its length is the share of musts that passed. Lines of
 * different length and strength make it look rubbed rather than printed.
 */
function streak(report: ConformanceReport): Markup {
  const { passed, musts } = mustsOf(report)
  const length = musts === 0 ? 0 : (passed / musts) * 1000
  // Height, strength, and the shares of the length that are missing at the start and at the end.
  const lines = [
    [1.5, 0.35, 0.05, 0.09],
    [3, 0.75, 0.012, 0.03],
    [4.5, 1, 0, 0.008],
    [6, 0.9, 0.004, 0],
    [7.5, 1, 0.001, 0.016],
    [9, 0.6, 0.02, 0.045],
    [10.5, 0.28, 0.08, 0.14],
  ] as const
  const label = `${formatCount(passed)} of ${formatCount(musts)} musts passed`
  const drawn = lines.map(([y, opacity, start, end]) => {
    const from = (length * start).toFixed(1)
    const to = (length * (1 - end)).toFixed(1)
    return html`<line x1="${from}" x2="${to}" y1="${y}" y2="${y}" opacity="${opacity}"/>`
  })
  return html`<svg class="streak" viewBox="0 0 1000 12" preserveAspectRatio="none" role="img"
 aria-label="${label}"><line class="whole" x1="0" x2="1000" y1="6" y2="6"/>${drawn}</svg>`
}
