// Enforces `layers.ts`, which docs/architecture.md shows as a table.

import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { isForTests, isIn, layers, layersTable } from './layers.ts'
import { projectRoot, sourceFiles } from './sources.ts'

const imported = (text: string): string[] =>
  [
    ...text.matchAll(
      /^\s*(?:import|export)\b[^'"]*?from '([^']+)'|import\('([^']+)'\)|^import '([^']+)'/gm,
    ),
  ].map(([, from, lazy, bare]) => from ?? lazy ?? bare ?? '')

test('every file imports only what its layer allows', () => {
  const wrong = sourceFiles.flatMap(({ path, text }) => forbiddenImports(path, imported(text)))

  expect(wrong).toEqual([])
})

test('every row of the reference and of the suites imports from rows above it', () => {
  const known: string[] = []
  const early = layers.flatMap(({ of, may }) => {
    const unknown = may.filter(one => /^(reference|suites)\//.test(one) && !isIn(one, known))
    known.push(...of)
    return unknown.map(one => `${of.join(', ')} may import ${one}, which comes later`)
  })

  expect(early).toEqual([])
})

test('docs/architecture.md shows the layers', () => {
  const text = readFileSync(join(projectRoot, 'docs/architecture.md'), 'utf8')

  expect(text).toContain(layersTable())
})

test('only lean-koa.ts imports koa', () => {
  const users = sourceFiles
    .filter(({ text }) => imported(text).includes('koa'))
    .map(({ path }) => path)

  expect(users).toEqual(['reference/http/lean-koa.ts'])
})

test('there are no import cycles, including type imports', () => {
  const graph = new Map(
    sourceFiles.map(({ path, text }) => [
      path,
      imported(text)
        .filter(name => name.startsWith('.'))
        .map(name => normalize(join(dirname(path), name))),
    ]),
  )

  expect(cycleIn(graph)).toEqual([])
})

test.each([
  ['properties/x.ts', '../reference/index.ts'],
  ['reference/api/x.ts', '../parts/parts.ts'],
  ['reference/verbs/x.ts', '../pipeline/admit.ts'],
  ['reference/verbs/x.ts', 'undici'],
  ['suites/judge/x.ts', '../run/run.ts'],
])('%s may not import %s', (path, name) => {
  expect(forbiddenImports(path, imported(`import type { a } from '${name}'`))).toHaveLength(1)
})

test('a cycle is found', () => {
  const graph = new Map([
    ['a.ts', ['b.ts']],
    ['b.ts', ['c.ts']],
    ['c.ts', ['b.ts']],
  ])

  expect(cycleIn(graph)).toEqual(['b.ts', 'c.ts', 'b.ts'])
})

/** The imports of a file that its layer forbids, one sentence each. */
function forbiddenImports(path: string, names: readonly string[]): string[] {
  // The templates in `generate.ts` contain import paths of generated files.
  if (isForTests(path) || path === 'suites/tools/generate.ts') return []
  const layer = layers.find(({ of }) => isIn(path, of))
  if (!layer) return [`${path}: no layer has it`]
  const { of, may, never = [] } = layer
  return names.flatMap(name => {
    if (!name.startsWith('.'))
      return never.includes(name) ? [`${path} imports the package ${name}`] : []
    const target = normalize(join(dirname(path), name))
    return isIn(target, [...of, ...may]) ? [] : [`${path} imports ${target}`]
  })
}

/** The first cycle found, as a path; empty if there is none. */
function cycleIn(graph: Map<string, string[]>): string[] {
  const done = new Set<string>()
  const visit = (path: string, trail: string[]): string[] => {
    if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path]
    if (done.has(path)) return []
    done.add(path)
    for (const next of graph.get(path) ?? []) {
      const cycle = visit(next, [...trail, path])
      if (cycle.length > 0) return cycle
    }
    return []
  }
  for (const path of graph.keys()) {
    const cycle = visit(path, [])
    if (cycle.length > 0) return cycle
  }
  return []
}
