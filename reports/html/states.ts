import { countedNoun, formatCount } from '../text-layout.ts'
import type { ConformanceReport } from '../report.ts'
import { type StateArea, stateAreasOf } from '../sentences.ts'
import { html, type Markup } from './markup.ts'

/** Renders how often each state was reached, one table per area, folded. */
export function renderStates(report: ConformanceReport): Markup {
  const areas = stateAreasOf(report)
  if (areas.length === 0) return html``
  const missed = areas.flatMap(area => area.missed).length
  const reached = Object.keys(report.states).length - missed
  const never = missed > 0 ? `, ${countedNoun(missed, 'state')} not reached` : ''
  return html`<section id="states" aria-labelledby="states-title">
<h2 id="states-title">States reached</h2>
<details class="rest">
<summary>${countedNoun(reached, 'state')} reached in ${countedNoun(areas.length, 'area')}${never}</summary>
<div class="states">${areas.map(areaTable)}</div>
</details>
</section>`
}

function areaTable({ name, states }: StateArea): Markup {
  const rows = states.map(
    state => html`<tr><th scope="row">${state.name}</th>${timesCell(state.times)}</tr>`,
  )
  return html`<table>
<caption>${name}</caption>
<thead><tr><th scope="col">state</th><th scope="col">times</th></tr></thead>
<tbody>${rows}</tbody>
</table>`
}

const timesCell = (times: number): Markup =>
  times === 0 ? html`<td class="none">never</td>` : html`<td>${formatCount(times)}</td>`
