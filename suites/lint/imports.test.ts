// The table "who may import whom" of docs/architecture.md, as a test.

import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { sourceFiles } from './sources.ts'

type Rule = {
  /** Files this rule speaks of; the first rule that matches a file counts. */
  of: RegExp
  /** Folders or files of this project that they may import. */
  may: RegExp
  /** Packages that they may not import. */
  mayNotPackage?: RegExp
}

const words = /^(suites\/(verdict|requirement)\.ts|fixtures\/dialects|fixtures\/objects)/

const rules: Rule[] = [
  {
    of: /\.test\.ts$|^suites\/(bench|differential|front|harness|lint|tools)\/|contract[^/]*\.ts$|test-(server|watch)\.ts$|^reference\/http\/hostile\//,
    may: /./,
  },
  {
    of: /^reference\/(api|apply|codecs|config|storage|patches|types\/(rules|schemas|tables)|dialects)\//,
    may: /^reference\/((api|apply|auth|cel|lib|selectors|codecs|config|storage|patches|types\/(rules|schemas|tables)|dialects)\/)/,
    mayNotPackage: /^(koa|vitest)/,
  },
  {
    of: /^reference\/(pipeline|auth|admission|audit|controllers)\//,
    may: /^reference\/(api|apply|codecs|config|lib|selectors|storage|patches|types\/(rules|schemas|tables)|pipeline|auth|admission|controllers|dialects)\//,
    mayNotPackage: /^(koa|vitest)/,
  },
  {
    of: /^reference\/verbs\//,
    may: /^reference\/(api|apply|codecs|lib|selectors|storage|patches|verbs)\//,
    mayNotPackage: /^(koa|vitest)/,
  },
  { of: /^reference\/http\/request-listeners\.ts$/, may: /^reference\// },
  { of: /^reference\//, may: /^reference\//, mayNotPackage: /^(koa|vitest|fast-check|undici)/ },
  { of: /^fixtures\/(client|dialects|objects)\//, may: /^fixtures\/(client|dialects|objects)\// },
  { of: /^fixtures\//, may: /^(fixtures\/|reference\/index\.ts$)/, mayNotPackage: /^vitest/ },
  {
    of: /^properties\//,
    may: /^(properties|fixtures\/(client|dialects|objects))\//,
    mayNotPackage: /^vitest/,
  },
  { of: /^suites\/(verdict|requirement)\.ts$/, may: words },
  { of: /^suites\//, may: /^(suites|properties|fixtures)\//, mayNotPackage: /^vitest/ },
  {
    of: /^reports\//,
    may: /^(reports\/|suites\/(verdict|requirement)\.ts$|fixtures\/client\/escape-json\.ts$)/,
    mayNotPackage: /^vitest/,
  },
  {
    of: /^bin\//,
    may: /^(bin|suites|reports|fixtures|properties)\/|^reference\/((config\/flags\/)?main|config\/validate\/validate-files)\.ts$/,
    mayNotPackage: /^vitest/,
  },
]

const imported = (text: string): string[] =>
  [
    ...text.matchAll(
      /^\s*(?:import|export)\b[^'"]*?from '([^']+)'|import\('([^']+)'\)|^import '([^']+)'/gm,
    ),
  ].map(([, from, lazy, bare]) => from ?? lazy ?? bare ?? '')

test('every file imports only what its folder may', () => {
  const wrong = sourceFiles.flatMap(({ path, text }) => {
    const rule = rules.find(one => one.of.test(path))
    if (!rule) return [`${path}: no rule speaks of it`]
    return imported(text).flatMap(name => {
      if (!name.startsWith('.'))
        return rule.mayNotPackage?.test(name) ? [`${path} imports the package ${name}`] : []
      const target = normalize(join(dirname(path), name))
      // A path inside a template, of a file that is yet to be generated.
      if (path === 'suites/tools/generate.ts') return []
      return rule.may.test(target) ? [] : [`${path} imports ${target}`]
    })
  })

  expect(wrong).toEqual([])
})

test('only request-listeners.ts imports koa', () => {
  const users = sourceFiles
    .filter(({ text }) => imported(text).includes('koa'))
    .map(({ path }) => path)

  expect(users).toEqual(['reference/http/request-listeners.ts'])
})

test('there are no cycles', () => {
  const graph = new Map(
    sourceFiles.map(({ path, text }) => [
      path,
      imported(text.replaceAll(/^\s*(?:import|export) type .*$/gm, ''))
        .filter(name => name.startsWith('.'))
        .map(name => normalize(join(dirname(path), name))),
    ]),
  )

  expect(cycleIn(graph)).toEqual([])
})

test('a forbidden import is found', () => {
  const rule = rules.find(one => one.of.test('properties/x.ts'))

  expect(rule?.may.test('reference/index.ts')).toBe(false)
  expect(imported("import { a } from '../reference/index.ts'")).toEqual(['../reference/index.ts'])
})

/** The first cycle found, as a path, or nothing. */
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
