// The list of requirements, its filters, and the drill-down. Filters and the open requirement
// live in the hash (`#verdict=fail&q=token&id=PAGE-004`), so that a link shows what the sender saw.

const { sections, rows } = JSON.parse(document.getElementById('report').textContent)
const byId = new Map(rows.map(row => [row.id, row]))
const at = id => document.getElementById(id)
const detail = at('detail')
const chips = [...document.querySelectorAll('.chip')]

const filterNames = ['q', 'verdict', 'section', 'strength']
// Without a filter only so many rows are listed until somebody asks for all.
const fewRows = 25
let filter = new URLSearchParams()
let openId = ''
let isUnfolded = false

// The rows that were judged come first; within them the catalogue's order stays.
const listed = [...rows.filter(isJudged), ...rows.filter(row => !isJudged(row))].map(row => ({
  row,
  text: [row.id, row.title, row.rule, row.because ?? '', row.failure?.got ?? '']
    .join(' ')
    .toLowerCase(),
  item: element(
    'li',
    {},
    element(
      'a',
      { href: `#id=${row.id}` },
      element('span', { class: 'id' }, row.id),
      element('span', { class: 'title' }, row.title),
      element('span', { class: 'of' }, sections[row.section]),
      element('span', { class: 'strength' }, row.strength),
      badge(row.verdict),
    ),
  ),
}))
at('rows').append(...listed.map(({ item }) => item))

function isJudged(row) {
  return row.verdict !== 'untested'
}

function applyFilter() {
  const words = (filter.get('q') ?? '').toLowerCase().split(/\s+/)
  const verdicts = (filter.get('verdict') ?? '').split(',').filter(Boolean)
  const [section, strength] = [filter.get('section') ?? '', filter.get('strength') ?? '']
  let shown = 0
  for (const { row, text, item } of listed) {
    item.hidden = !(
      words.every(word => text.includes(word)) &&
      (verdicts.length === 0 || verdicts.includes(row.verdict)) &&
      (section === '' || row.section === section) &&
      (strength === '' || row.strength === strength)
    )
    if (!item.hidden) shown++
    item.classList.toggle('folded', !isUnfolded && filter.size === 0 && shown > fewRows)
  }
  at('more').hidden = isUnfolded || filter.size > 0 || shown <= fewRows
  at('more').textContent = `Show all ${shown.toLocaleString('en')}`
  if (at('q').value !== (filter.get('q') ?? '')) at('q').value = filter.get('q') ?? ''
  at('section').value = section
  at('strength').value = strength
  for (const chip of chips) {
    chip.setAttribute('aria-pressed', String(verdicts.includes(chip.dataset.verdict)))
  }
  at('tally').textContent =
    shown === 0
      ? 'No requirement matches.'
      : `${shown.toLocaleString('en')} of ${listed.length.toLocaleString('en')} requirements`
  at('clear').hidden = filter.size === 0
}

function setFilter(name, value) {
  if (value === '') filter.delete(name)
  else filter.set(name, value)
  applyFilter()
  writeHash()
}

function writeHash() {
  const params = new URLSearchParams(filter)
  if (openId !== '') params.set('id', openId)
  // Commas and spaces stay readable in a link that people pass on.
  const hash = params.size === 0 ? '' : `#${params.toString().replaceAll('%2C', ',')}`
  history.replaceState(null, '', location.href.replace(/#.*|$/, hash))
}

/** Brings the page to what its hash says. */
function followHash() {
  const params = new URLSearchParams(location.hash.slice(1))
  const named = filterNames.filter(name => params.has(name))
  const isPlain = location.hash.length > 1 && named.length === 0 && !params.has('id')
  if (isPlain) return unfold(at(location.hash.slice(1)))
  // A link to one requirement leaves the filter of its reader alone.
  if (named.length > 0 || !params.has('id')) {
    filter = new URLSearchParams(named.map(name => [name, params.get(name)]))
    applyFilter()
    if (named.length > 0 && !params.has('id')) at('requirements').scrollIntoView()
  }
  show(params.get('id') ?? '')
  writeHash()
}

/** An anchor of the page leads to what it names, not to a fold. */
function unfold(part) {
  const folds = part?.querySelectorAll(':scope > details') ?? []
  if (folds.length === 1) folds[0].open = true
}

function show(id) {
  const row = byId.get(id)
  openId = row ? id : ''
  if (!row) return detail.close()
  detail.replaceChildren(detailOf(row, sections[row.section], around(id)))
  addCopyButtons(detail)
  if (!detail.open) detail.showModal()
  detail.scrollTop = 0
  at('detail-title').focus()
}

function around(id) {
  const shown = listed.filter(({ item }) => !item.hidden).map(({ row }) => row.id)
  const place = shown.indexOf(id)
  return place < 0 ? {} : { before: shown[place - 1], after: shown[place + 1] }
}

function addCopyButtons(root) {
  for (const command of root.querySelectorAll('.command')) {
    command.append(element('button', { type: 'button', class: 'quiet copy' }, 'Copy'))
  }
}

async function copy(button) {
  const code = button.parentElement.querySelector('code')
  try {
    await navigator.clipboard.writeText(code.textContent)
    button.textContent = 'Copied'
  } catch {
    // A browser may keep the clipboard from a page; selected text can still be copied by hand.
    getSelection().selectAllChildren(code)
    button.textContent = 'Selected'
  }
}

document.addEventListener('click', event => {
  const { target } = event
  if (target.matches('.copy')) void copy(target)
  else if (target === detail || target.matches('.close')) detail.close()
})
detail.addEventListener('close', () => {
  openId = ''
  writeHash()
})
at('q').addEventListener('input', event => {
  setFilter('q', event.target.value)
  if (event.target.value !== '') at('requirements').scrollIntoView()
})
at('more').addEventListener('click', () => {
  isUnfolded = true
  applyFilter()
})
for (const name of ['section', 'strength']) {
  at(name).addEventListener('change', event => setFilter(name, event.target.value))
}
for (const chip of chips) {
  chip.addEventListener('click', () => {
    const chosen = new Set((filter.get('verdict') ?? '').split(',').filter(Boolean))
    const { verdict } = chip.dataset
    if (!chosen.delete(verdict)) chosen.add(verdict)
    setFilter('verdict', [...chosen].join(','))
  })
}
at('clear').addEventListener('click', () => {
  filter = new URLSearchParams()
  applyFilter()
  writeHash()
  at('q').focus()
})

const theme = at('theme')
const isDark = () =>
  (document.documentElement.dataset.theme ??
    (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark'
function nameTheme() {
  theme.textContent = isDark() ? 'Light' : 'Dark'
}
theme.addEventListener('click', () => {
  document.documentElement.dataset.theme = isDark() ? 'light' : 'dark'
  nameTheme()
})
theme.hidden = false
nameTheme()

addCopyButtons(document)
addEventListener('hashchange', followHash)
applyFilter()
followHash()
