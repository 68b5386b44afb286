import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { assemble } from '../assemble.ts'
import { sampleOutcome } from '../sample.ts'
import { sampleWithBaseline } from '../sample-baseline.ts'
import { renderHtml } from './render.ts'

const executablePath = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find(path => path !== undefined && existsSync(path))

const noChromium = 'no Chromium here; install it or name it in CHROMIUM'

const quiet = ['disable-background-networking', 'disable-component-update', 'disable-sync']
const args = ['no-sandbox', 'disable-gpu', 'disable-quic', 'no-first-run', ...quiet]
const padding = 1_300

let dir: string
let address: string
let browser: Browser | undefined
let page: Page
let complaints: string[]
let requests: string[]

beforeAll(async () => {
  if (executablePath === undefined) {
    console.warn(`The report page's browser tests are skipped: ${noChromium}.`)
    return
  }
  dir = await mkdtemp(join(tmpdir(), 'report-html-'))
  await writeFile(join(dir, 'report.html'), largePage())
  address = pathToFileURL(join(dir, 'report.html')).href
  browser = await chromium.launch({ executablePath, args: args.map(arg => `--${arg}`) })
}, 60_000)

beforeEach(async ({ skip }) => {
  if (!browser) return skip(noChromium)
  page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  complaints = []
  requests = []
  page.on('console', message => complaints.push(`${message.type()}: ${message.text()}`))
  page.on('pageerror', error => complaints.push(error.message))
  page.on('dialog', dialog => complaints.push(`dialog: ${dialog.message()}`))
  page.on('request', request => requests.push(request.url()))
})

afterEach(async () => {
  if (!browser) return
  await page.close()
  expect(complaints).toEqual([])
  expect(requests.filter(url => !url.startsWith(address))).toEqual([])
})

afterAll(async () => {
  await browser?.close()
  if (dir) await rm(dir, { recursive: true, force: true })
})

it('lists every requirement', async () => {
  await page.goto(address)

  expect(await page.locator('#rows li').count()).toBe(18 + padding)
  expect(await page.locator('#tally').innerText()).toBe('1,318 of 1,318 requirements')
})

it('filters by text, verdict, section and strength, and keeps the filter in the hash', async () => {
  await page.goto(address)

  await page.locator('#q').fill('put ')
  await page.getByRole('button', { name: 'fail 4' }).click()
  await page.getByRole('button', { name: 'flaky 1' }).click()
  expect(await shownIds()).toEqual(['WRITE-009', 'WRITE-010'])
  await page.locator('#section').selectOption('Create and update')
  await page.locator('#strength').selectOption('must')
  expect(await shownIds()).toEqual(['WRITE-009', 'WRITE-010'])
  expect(new URL(page.url()).hash).toBe(
    '#q=put+&verdict=fail,flaky&section=create-and-update&strength=must',
  )

  await page.getByRole('button', { name: 'Clear filters' }).click()
  expect(new URL(page.url()).hash).toBe('')
  expect(await page.locator('#tally').innerText()).toBe('1,318 of 1,318 requirements')
})

it('lists a screen of requirements until all are asked for', async () => {
  await page.goto(address)

  expect(await page.locator('#rows li:visible').count()).toBe(25)
  await page.getByRole('button', { name: 'Show all 1,318' }).click()
  expect(await page.locator('#rows li.folded').count()).toBe(0)
})

it('has the claim, the findings and the sections on the first screen', async () => {
  await page.goto(address)

  for (const part of ['.claims', '.card:last-child .request', '.marks li:last-child']) {
    const box = await page.locator(part).first().boundingBox()
    expect((box?.y ?? Number.NaN) + (box?.height ?? 0)).toBeLessThanOrEqual(900)
  }
})

it('has ten of many findings on the first screen, and folds the others', async () => {
  const report = assemble(sampleOutcome())
  const findings = Array.from({ length: 125 }, () => report.findings)
    .flat()
    .slice(0, 125)
  await page.setContent(renderHtml({ ...report, findings }))

  const tenth = await page.locator('.card').nth(9).boundingBox()
  expect((tenth?.y ?? Number.NaN) + (tenth?.height ?? 0)).toBeLessThanOrEqual(900)
  expect(await page.locator('.card:visible').count()).toBe(10)
  expect(await page.evaluate('document.documentElement.scrollHeight')).toBeLessThan(3_500)
  await page.getByText('115 more findings').click()
  expect(await page.locator('.card:visible').count()).toBe(125)
})

it('gives titles the width of a phone, below a header of less than a third of it', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(address)

  const height = async (part: string) => (await page.locator(part).first().boundingBox())?.height
  expect(await height('header')).toBeLessThan(844 / 3)
  const [card, title] = await Promise.all(
    ['.card summary', '.card h3'].map(part => page.locator(part).first().boundingBox()),
  )
  expect(title?.width).toBe(card?.width)
  // Two lines for the title, and one for row and request.
  expect(card?.height).toBeLessThan(75)
})

it('has such a header with a baseline, too', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.setContent(renderHtml(sampleWithBaseline()))

  const header = await page.locator('header').first().boundingBox()
  expect(header?.height).toBeLessThan(844 / 3)
})

it('keeps the contents and the search in view, and unfolds what a link leads to', async () => {
  await page.goto(address)

  await page.getByRole('link', { name: 'Not judged' }).click()
  await page.evaluate('scrollTo(0, document.body.scrollHeight)')

  expect((await page.locator('#q').boundingBox())?.y).toBeLessThan(60)
  expect(await page.locator('#unjudged .reasons').isVisible()).toBe(true)
})

it('shows on a card the request as it was sent', async () => {
  await page.goto(address)

  const requests = await page.locator('.card .request').allInnerTexts()
  expect(requests).toEqual([
    expect.stringMatching(/^GET \/api\/v1\/namespaces\/.*\?limit=1&continue=eyJzIjoiYSJ9$/),
    expect.stringMatching(/^PUT \/api\/v1\/namespaces\//),
  ])
})

it('says so when nothing matches', async () => {
  await page.goto(`${address}#q=nothing-of-this-name`)

  expect(await page.locator('#tally').innerText()).toBe('No requirement matches.')
})

it('follows a link to a filter', async () => {
  await page.goto(`${address}#verdict=waived`)

  expect(await shownIds()).toEqual(['WRITE-011'])
  expect(await page.locator('.chip[aria-pressed=true]').innerText()).toContain('waived')
})

it('drills down from a row to the exchanges, and back to the list as it was', async () => {
  await page.goto(`${address}#verdict=fail`)

  await page.getByRole('link', { name: 'PAGE-004 resourceVersion constant' }).click()
  const detail = page.getByRole('dialog')
  expect(await detail.locator('h2').innerText()).toBe('resourceVersion constant across chunks')
  expect(await detail.locator('.steps li').count()).toBe(4)
  expect(await detail.locator('pre').first().isVisible()).toBe(false)
  await detail.getByText('limit=1&continue=').click()
  expect(await detail.locator('details[open] pre').innerText()).toContain('"resourceVersion": "42"')
  expect(await detail.innerText()).toContain('touchstone replay cases/PAGE-004.json')
  expect(new URL(page.url()).hash).toBe('#verdict=fail&id=PAGE-004')

  await page.keyboard.press('Escape')
  await detail.waitFor({ state: 'hidden' })
  expect(await shownIds()).toEqual(['LIST-007', 'PAGE-004', 'PAGE-005', 'WRITE-009'])
})

it('opens a requirement by link, and turns to the next', async () => {
  await page.goto(`${address}#id=WRITE-009`)

  const detail = page.getByRole('dialog')
  expect(await detail.locator('.verdict').innerText()).toBe('fail')
  await detail.getByRole('link', { name: 'Next' }).click()
  expect(await detail.locator('.path').innerText()).toBe('Create and update · WRITE-010')
  expect(await detail.locator('.because').innerText()).toBe('failed 2 of 5 times')
  await page.goBack()
  expect(await detail.locator('.path').innerText()).toBe('Create and update · WRITE-009')
})

it('shows what a target said as text', async () => {
  await page.goto(`${address}#id=WRITE-009`)

  const got = await page.getByRole('dialog').locator('.difference').innerText()
  expect(got).toContain('\\x1b[31m"</script><img src=x onerror=alert(1)>"')
  expect(await page.locator('img').count()).toBe(0)
})

it('copies the replay command, or selects it where the clipboard is out of reach', async () => {
  await page.goto(address)

  await page.locator('.card summary').first().click()
  const button = page.locator('.card .copy').first()
  await button.click()
  await expect.poll(() => button.innerText()).toMatch(/Copied|Selected/)
})

it('turns dark and light', async () => {
  const colour = () => page.evaluate('getComputedStyle(document.body).backgroundColor')
  await page.goto(address)
  const light = await colour()

  await page.getByRole('button', { name: 'Dark' }).click()
  const dark = await colour()
  expect(dark).not.toBe(light)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.getByRole('button', { name: 'Light' }).click()
  expect(await colour()).toBe(light)
})

it('fits a phone', async () => {
  await page.setViewportSize({ width: 375, height: 812 })
  for (const hash of ['', '#id=PAGE-004']) {
    await page.goto(address + hash)

    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(375)
  }
  const header = await page.locator('header').boundingBox()
  expect(header?.height).toBeLessThan(812 / 3)
})

async function shownIds(): Promise<string[]> {
  return page.locator('#rows li:not([hidden]) .id').allInnerTexts()
}

/** The sample with additional rows, to the size of a real catalogue. */
function largePage(): string {
  const outcome = sampleOutcome()
  const [first] = outcome.catalogue
  if (!first) throw new Error('the sample has rows')
  const more = Array.from({ length: padding }, (_, index) => ({ ...first, id: `MORE-${index}` }))
  return renderHtml(assemble({ ...outcome, catalogue: [...outcome.catalogue, ...more] }))
}
