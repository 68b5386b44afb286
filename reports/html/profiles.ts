import { countedNoun, formatCount } from '../text-layout.ts'
import type { ConformanceReport } from '../report.ts'
import { html, type Markup } from './markup.ts'

/** Renders one line per profile with its digest and result, folded. */
export function renderProfiles({ profiles }: ConformanceReport): Markup {
  if (profiles.length === 0) return html``
  const conformant = profiles.filter(({ result }) => result === 'conformant').length
  const rows = profiles.map(
    ({ name, title, digest, result, musts, judged, passed }) => html`<tr>
<th scope="row">${name}<br><span class="counts">${title}</span></th>
<td><span class="mark ${result}">${result}</span></td>
<td>${formatCount(judged)} of ${formatCount(musts)}</td>
<td>${formatCount(judged - passed)}</td>
<td><code>${digest}</code></td>
</tr>`,
  )
  return html`<section id="profiles" aria-labelledby="profiles-title">
<h2 id="profiles-title">Profiles</h2>
<details class="rest">
<summary>${formatCount(conformant)} of ${countedNoun(profiles.length, 'profile')} conformant</summary>
<table class="profiles">
<thead><tr><th scope="col">profile</th><th scope="col">result</th>
<th scope="col">musts judged</th><th scope="col">failed</th><th scope="col">digest</th></tr></thead>
<tbody>${rows}</tbody>
</table>
</details>
</section>`
}
