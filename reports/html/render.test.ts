import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { assemble } from '../assemble.ts'
import { sampleOutcome, sampleReport } from '../sample.ts'
import { sampleWithBaseline } from '../sample-baseline.ts'
import { renderHtml } from './render.ts'

const page = renderHtml(sampleReport())

it('allows its own style and script by their hashes, and nothing else', () => {
  const policy = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(page)?.[1]

  const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(page) ?? []
  const [, script = ''] = /<script>([\s\S]*?)<\/script>/.exec(page) ?? []
  expect(policy?.split('; ')).toEqual([
    `default-src 'none'`,
    `style-src '${hashOf(style)}'`,
    `script-src '${hashOf(script)}'`,
    `base-uri 'none'`,
    `form-action 'none'`,
  ])
})

it('loads nothing and carries no inline style or handler that its policy would refuse', () => {
  const markup = page.replace(/<script[\s\S]*?<\/script>/g, '')
  const tags = (markup.match(/<[^>]+>/g) ?? []).join('\n')

  expect(tags).not.toMatch(/\s(src|srcset|data|style|on\w+)=/)
  expect(tags).not.toMatch(/<(link|iframe|img|object|base|form)\b/)
  expect(markup).not.toMatch(/@import|url\(/)
  const links = [...tags.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)
  expect(links.filter(href => !href?.startsWith('#'))).toEqual([])
})

it('uses no way to parse a text as markup', () => {
  expect(page).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write/)
})

it('cannot be ended or extended by what a target says', () => {
  expect(page.match(/<\/script>/g)).toHaveLength(2)
  expect(page).not.toContain('<img')
  expect(page).toContain('&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;')
  expect(page).toContain('\\u003c/script>\\u003cimg src=x onerror=alert(1)>')
})

it('shows control and direction marks of a target as escapes', () => {
  expect(page).toContain('\\x1b[31m')
  expect(page.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
})

it('escapes the names a target gives itself', () => {
  const report = sampleReport()
  const target = { ...report.target, name: `"><b>'&`, url: 'http://x/</title>' }

  const markup = renderHtml({ ...report, target })
  expect(markup).toContain('<title>&quot;&gt;&lt;b&gt;&#39;&amp;: nonconformant')
  expect(markup).toContain('http://x/&lt;/title&gt;')
})

it('embeds every row, with bodies set out, and leaves the case to its file', () => {
  const [, data = ''] = /id="report">([\s\S]*?)<\/script>/.exec(page) ?? []

  const { sections, rows } = JSON.parse(data)
  expect(sections['create-and-update']).toBe('Create and update')
  expect(rows).toHaveLength(sampleReport().requirements.length)
  const { failure } = rows.find((row: { id: string }) => row.id === 'PAGE-004')
  expect(failure).not.toHaveProperty('case')
  expect(failure.exchanges[2].received).toContain('\n  "kind": "ConfigMapList",\n')
})

it('embeds the media types of an exchange', () => {
  const sample = sampleReport()
  const requirements = sample.requirements.map(row => {
    const [first, ...others] = row.failure?.exchanges ?? []
    if (!row.failure || !first?.answer) return row
    const request = { ...first.request, headers: { accept: 'application/yaml' } }
    const answer = { ...first.answer, contentType: 'text/html' }
    return {
      ...row,
      failure: { ...row.failure, exchanges: [{ ...first, request, answer }, ...others] },
    }
  })

  const markup = renderHtml({ ...sample, requirements })

  expect(markup).toContain('"media":"accept: application/yaml"')
  expect(markup).toContain('"contentType":"text/html"')
})

it('cuts a body that would make the page unreadable', () => {
  const outcome = sampleOutcome()
  const verdicts = outcome.verdicts.map(verdict => {
    const { failure } = verdict
    if (!failure) return verdict
    const exchanges = failure.exchanges.map(one =>
      one.answer ? { ...one, answer: { ...one.answer, body: 'x'.repeat(1_000_000) } } : one,
    )
    return { ...verdict, failure: { ...failure, exchanges } }
  })

  const markup = renderHtml(assemble({ ...outcome, verdicts }))
  expect(markup.length).toBeLessThan(500_000)
  expect(markup).toContain('984000 more characters')
})

it('shows how often each state was reached, by area, and which never were', () => {
  const text = page.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')

  expect(text).toContain('2 states reached in 2 areas, 1 state not reached')
  expect(text).toContain('page state times first of several 214 last, full never')
  expect(renderHtml({ ...sampleReport(), states: {} })).not.toContain('id="states"')
})

it('says that nothing failed when nothing did', () => {
  const outcome = sampleOutcome()
  const verdicts = outcome.verdicts.filter(({ verdict }) => verdict === 'pass')
  const inSet = new Set(verdicts.map(({ id }) => id))

  const markup = renderHtml(assemble({ ...outcome, verdicts, inSet }))
  expect(markup).toContain('<h1 class="result conformant">conformant</h1>')
  expect(markup).toContain('No requirement failed.')
})

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}

it('says what the baseline knows', () => {
  const known = renderHtml(sampleWithBaseline())

  expect(known).toContain('Baseline: 7 known, 0 new, ')
  expect(known.match(/in the baseline/g)).toHaveLength(2)
  expect(page).not.toContain('Baseline: ')
})
