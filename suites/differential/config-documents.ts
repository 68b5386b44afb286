// Generates configuration documents of the kinds that kube-apiserver reads: the documents of the
// checks, combinations of two of their edits, and documents with one or two random breakages.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import { documentInDialect, textInDialect } from '../../fixtures/dialects/config-words.ts'
import type { Json } from '../../fixtures/objects/tested-types.ts'
import type { ConfigCheckRequest } from '../../fixtures/objects/config-check.ts'
import { isConfigCheckStep } from '../../properties/dsl/scenario.ts'
import type { ConfigCheckStep } from '../../properties/dsl/scenario.ts'
import { fillTerm, isJsonObject } from '../../properties/dsl/term.ts'
import type { HoleValues, Term } from '../../properties/dsl/term.ts'
import { checks } from '../generated/checks.ts'

/**
 * Kinds of documents by the prefix of their requirement ids. Some documents of these rows have
 * another kind and are left out.
 */
const kinds = {
  AUTHN: 'AuthenticationConfiguration',
  AUTHZ: 'AuthorizationConfiguration',
  ADM: 'AdmissionConfiguration',
  ENCR: 'EncryptionConfiguration',
  EGRESS: 'EgressSelectorConfiguration',
  TRACE: 'TracingConfiguration',
  AUDIT: 'Policy',
  RATE: 'Configuration',
}

/** The kubeconfig of webhooks that the valid documents name. A genuine loader checks for it. */
export const webhookClientFile = { name: '/etc/authorization/client.yaml', text: '' }

// The values of the holes in the documents. Of the target, they use only its API domain.
const fillings = {
  group: (name: string) => `${name}.k8s.io`,
} as HoleValues

type Asked = ConfigCheckStep['accepts']
type Source = { asked: Asked; good: string; edit: { set?: Record<string, Term>; drop?: string[] } }

/** Returns the distinct questions of the checks of a kind, from eight samples per generator. */
function sourcesOf([rows, kind]: [rows: string, kind: string]): Source[] {
  const steps = checks
    .filter(({ id, needs }) => id.startsWith(`${rows}-`) && needs.includes('accepts'))
    .flatMap(({ scenarios }) => fc.sample(scenarios, { seed: 1, numRuns: 8 }))
    .flatMap(({ steps }) => steps.filter(isConfigCheckStep))
  const named = steps
    .map(({ accepts }) => [JSON.stringify(accepts), sourceOf(accepts)] as const)
    .filter(([, { good }]) => good.includes(`"kind":"${kind}"`))
  return [...new Map(named).values()]
}

function sourceOf(asked: Asked): Source {
  const [first] = asked.files
  const document = first && 'document' in first ? first.document : null
  const edited = document as { $edit?: Term; set?: Record<string, Term>; drop?: string[] }
  const { $edit: good = document, set, drop } = edited
  return { asked, good: JSON.stringify(good), edit: { ...(set && { set }), ...(drop && { drop }) } }
}

/** A change at the place with index `nth` of a document, modulo the number of its places. */
type Breakage = { nth: number; how: 'drop' | 'repeat' | 'surplus' | 'twice' } | Put
type Put = { nth: number; how: 'put'; value: Json }

// Values that are valid in few places.
const wrongValues: Json[] = [
  null,
  0,
  -1,
  7,
  1.5,
  2 ** 31,
  true,
  '',
  'x',
  '5s',
  '-5s',
  '*',
  [],
  ['a'],
  {},
  { a: 'b' },
]

const wrong = fc.constantFrom<Json>(...wrongValues)

const breakage: Arbitrary<Breakage> = fc.oneof(
  fc.record({ nth: fc.nat(), how: fc.constantFrom('drop', 'repeat', 'surplus', 'twice') }),
  fc.record({ nth: fc.nat(), how: fc.constant('put'), value: wrong }),
)

/** Generates questions with one document each, in which up to two rules are broken. */
export function genuineConfigChecks(): Arbitrary<ConfigCheckRequest> {
  const sources = Object.entries(kinds).map(sourcesOf)
  const one = fc.constantFrom(...sources).chain(of => fc.constantFrom(...of))
  const two = fc.constantFrom(...sources).chain(of =>
    fc.constantFrom(...of).chain(first => {
      const others = of.filter(({ good }) => good === first.good)
      return fc.constantFrom(...others).map(({ edit }) => ({ first, edit }))
    }),
  )
  return fc.oneof(
    one.map(({ asked }) => questionOf(asked, [])),
    two.map(({ first: { asked }, edit }) => questionOf(edited(asked, edit), [])),
    fc.tuple(one, breakage).map(([{ asked }, done]) => questionOf(asked, [done])),
    fc
      .tuple(one, breakage, breakage)
      .map(([{ asked, good }, ...done]) => questionOf(plain(asked, good), done)),
  )
}

const edited = (asked: Asked, edit: Source['edit']): Asked =>
  withDocument(asked, document => ({ $edit: document, ...edit }))

const plain = (asked: Asked, good: string): Asked =>
  withDocument(asked, () => JSON.parse(good) as Term)

const withDocument = (asked: Asked, change: (document: Term) => Term): Asked => ({
  ...asked,
  files: asked.files.map((file, index) =>
    index === 0 && 'document' in file ? { ...file, document: change(file.document) } : file,
  ),
})

function questionOf({ files, gates, facts }: Asked, done: Breakage[]): ConfigCheckRequest {
  const text = (term: Term) => textInDialect(String(fillTerm(term, fillings)), 'kubernetes')
  const written = files.map((file, index) => {
    if ('text' in file) return { name: file.name, text: text(file.text) }
    const document = documentInDialect(fillTerm(file.document, fillings), 'kubernetes')
    return {
      name: file.name,
      text: index === 0 ? broken(document, done) : JSON.stringify(document),
    }
  })
  const said = Object.entries(facts ?? {}).map(one => one.map(text))
  return {
    files: [...written, webhookClientFile],
    ...(gates && { gates }),
    ...(facts && { facts: Object.fromEntries(said) }),
  }
}

/** Applies the breakages in order and returns the document's text. */
function broken(document: Json, done: Breakage[]): string {
  const after = done.reduce((value, one) => changed(value, one), document)
  const text = JSON.stringify(after, null, 1)
  const twice = done.find(({ how }) => how === 'twice')
  return twice ? withTwin(text, twice.nth) : text
}

function changed(document: Json, breakage: Breakage): Json {
  const places = placesIn(document)
  const [path = []] = places.slice(breakage.nth % places.length)
  return changeAt(document, path, value => {
    if (breakage.how === 'put') return breakage.value
    if (breakage.how === 'drop') return undefined
    if (breakage.how === 'repeat' && Array.isArray(value)) return [...value, ...value.slice(0, 1)]
    if (breakage.how === 'surplus' && isJsonObject(value)) return { ...value, surplus: 1 }
    return value
  })
}

/** Returns the paths of all values in a document, except its `kind` and `apiVersion`. */
const placesIn = (value: Json, path: string[] = []): string[][] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value)
        .filter(([name]) => path.length > 0 || !['kind', 'apiVersion'].includes(name))
        .flatMap(([name, member]) => [[...path, name], ...placesIn(member, [...path, name])])

function changeAt(value: Json, path: string[], change: (value: Json) => Json | undefined): Json {
  const [name, ...rest] = path
  if (name === undefined || typeof value !== 'object' || value === null) return value
  const members = new Map(Object.entries(value))
  const member = members.get(name) ?? null
  const next = rest.length === 0 ? change(member) : changeAt(member, rest, change)
  if (next === undefined) members.delete(name)
  else members.set(name, next)
  return Array.isArray(value) ? [...members.values()] : Object.fromEntries(members)
}

/** Duplicates a member that has a scalar value. */
function withTwin(text: string, nth: number): string {
  const members = [...text.matchAll(/"[\w-]+": (?:"[^"\\]*"|[\d.-]+|true|false)(?=,?\n)/g)]
  const { 0: member = '', index = 0 } = members[nth % members.length] ?? {}
  return member === '' ? text : `${text.slice(0, index)}${member}, ${text.slice(index)}`
}
