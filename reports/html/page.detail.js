// The drill-down of one requirement, as elements. Goes before page.js in the page's one script.
// All text goes in by text nodes: nothing a target said is ever parsed as markup.
'use strict'

/** An element with attributes and children; strings become text nodes. */
function element(name, attributes, ...children) {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  made.append(...children.flat().filter(child => child !== undefined))
  return made
}

/** A rule's text, with what stands between backticks as code. */
function marked(text) {
  return text.split('`').map((part, n) => (n % 2 === 1 ? element('code', {}, part) : part))
}

const badge = word => element('span', { class: `verdict ${word}` }, word)

/** `around` holds the ids before and after the row in the list as it is filtered. */
// oxlint-disable-next-line no-unused-vars -- page.js calls it.
function detailOf(row, section, around) {
  const turn = (id, label) => id && element('a', { href: `#id=${id}`, class: 'quiet' }, label)
  const parts = [
    element(
      'nav',
      { 'aria-label': 'Requirement' },
      turn(around.before, '← Previous'),
      turn(around.after, 'Next →'),
      element('button', { type: 'button', class: 'quiet close' }, 'Close'),
    ),
    element('p', { class: 'path' }, `${section} · ${row.id}`),
    element('h2', { id: 'detail-title', tabindex: '-1' }, row.title),
    element('blockquote', {}, marked(row.rule)),
    element('p', { class: 'source' }, row.source),
    element(
      'p',
      { class: 'tags' },
      badge(row.verdict),
      tag(row.strength),
      tag(surfaces[row.surface] ?? row.surface),
      row.when ? tag(`when ${row.when}`) : undefined,
      tag(row.inSet ? 'in the set' : 'outside the set'),
    ),
    // A fail says the same below, in parts.
    row.verdict !== 'fail' && row.because && element('p', { class: 'because' }, row.because),
    ...(row.failure ? failureOf(row.failure, row) : []),
    element('h3', {}, 'Evidence'),
    element('p', {}, evidenceOf(row)),
  ]
  return element('div', { class: 'sheet' }, parts.filter(Boolean))
}

/** How a row is judged, if it can be. */
const surfaces = {
  http: 'over HTTP',
  document: 'configuration file',
  flags: 'command line',
  process: 'started server',
  agent: 'node agent',
  client: 'client',
  none: 'cannot be judged',
}

const tag = text => element('span', { class: 'tag' }, text)

function evidenceOf({ cases, observations, mutants, proof }) {
  const counted = (n, noun) => `${n.toLocaleString('en')} ${noun}${n === 1 ? '' : 's'}`
  const died = `${counted(mutants.killed, 'mutant')} killed, ${mutants.survived} survived`
  const tested = `${counted(cases, 'case')}, ${counted(observations, 'observation')}`
  return `${tested}. Check ${proof}: ${died}.`
}

function failureOf(failure, row) {
  const { says, expected, got, steps, exchanges, reruns, curl } = failure
  return [
    element('h3', {}, 'Violated rule'),
    element('p', {}, says),
    element(
      'dl',
      { class: 'difference' },
      ...pair('Expected', expected),
      ...pair('Got', got || 'nothing'),
    ),
    element('h3', {}, `Shrunk to ${steps.length === 1 ? '1 step' : `${steps.length} steps`}`),
    element(
      'ol',
      { class: 'steps' },
      steps.map(step => element('li', {}, element('code', {}, step))),
    ),
    element(
      'p',
      { class: 'source' },
      `Failed ${reruns.failed} of ${reruns.of} times when run again.`,
    ),
    element('h3', {}, 'Exchanges'),
    ...exchanges.map(exchangeOf),
    element('h3', {}, 'Replay'),
    element(
      'p',
      { class: 'source' },
      failure.replay ? 'From any directory:' : 'In the directory of this report:',
    ),
    element(
      'div',
      { class: 'command' },
      element('code', {}, failure.replay ?? `touchstone replay ${row.case}`),
    ),
    element(
      'details',
      {},
      element('summary', {}, 'With curl'),
      element('div', { class: 'command' }, element('pre', {}, element('code', {}, curl))),
    ),
  ]
}

const pair = (name, value) => [element('dt', {}, name), element('dd', {}, value)]

function exchangeOf(exchange) {
  const { step, method, path, as, media, sent } = exchange
  const { status, milliseconds, contentType, received, problem } = exchange
  const outcome = status === undefined ? 'no answer' : `${status} · ${milliseconds} ms`
  return element(
    'details',
    { class: 'exchange' },
    element(
      'summary',
      {},
      element('span', { class: 'step' }, as ? `${step} as ${as}` : step),
      element('code', {}, `${method} ${path}`),
      element('span', { class: 'status' }, outcome),
    ),
    ...block('Headers', media),
    ...block('Sent', sent),
    ...block(contentType ? `Answered as ${contentType}` : 'Answered', received),
    ...block('No answer', problem),
  )
}

function block(title, text) {
  if (!text) return []
  return [element('h4', {}, title), element('pre', { tabindex: '0' }, element('code', {}, text))]
}
