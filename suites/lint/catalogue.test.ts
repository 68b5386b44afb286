// Rows, checks, mutants and the set must agree with each other.

import { describe, expect, test } from 'vitest'
import { mutants } from '../../fixtures/generated/mutants.ts'
import { catalogue, release } from '../generated/catalogue.ts'
import { checkFiles, checks } from '../generated/checks.ts'
import { isFresh, proofsById, readMatrix } from '../proofs/matrix.ts'
import { isInSet, isCatalogueId, requirement, sectionsInSet } from '../select/select.ts'
import { sourceFiles } from './sources.ts'

const deferred = release.deferred.flatMap(group => group.ids)

describe('the catalogue', () => {
  test('holds every id once, 1,230 of the specification', () => {
    const ids = catalogue.map(row => row.id)

    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.filter(id => !id.startsWith('K8S-')).length).toBe(1230)
  })

  test('names the sections and deferred ids of the set correctly', () => {
    const sections = new Set(catalogue.map(row => row.section))

    expect(sectionsInSet.filter(section => !sections.has(section))).toEqual([])
    expect(deferred.filter(id => !isCatalogueId(id))).toEqual([])
  })
})

// On these surfaces every row must have a check, or be deferred with a reason.
test.each(['document', 'flags'] as const)(
  'every row of the surface %s is judged or deferred',
  surface => {
    const silent = catalogue.filter(
      row => row.surface === surface && !isInSet(row) && !deferred.includes(row.id),
    )

    expect(silent.map(row => row.id)).toEqual([])
  },
)

describe('the checks', () => {
  test('every id of the set has exactly one check', () => {
    const wanted = catalogue
      .filter(isInSet)
      .map(row => row.id as string)
      .sort()
    const found = checks.map(check => check.id as string).sort()

    expect(new Set(found).size).toBe(found.length)
    expect(found).toEqual(wanted)
  })

  test('each check is in the folder of its section', () => {
    const strays = checkFiles.flatMap(([file, held]) =>
      held
        .filter(check => !file.startsWith(`spec/${requirement(check.id).section}/`))
        .map(check => check.id),
    )

    expect(strays).toEqual([])
  })

  test('are properties if the catalogue says so', () => {
    const examples = checks.filter(
      check =>
        requirement(check.id).form === 'property' &&
        requirement(check.id).strength !== 'silent' &&
        check.kind === 'example',
    )

    expect(examples.map(check => check.id)).toEqual([])
  })
})

describe('the proof', () => {
  test('mutants have unique names and are killed by existing checks', () => {
    const names = mutants.map(mutant => mutant.name)

    expect(new Set(names).size).toBe(names.length)
    expect(
      mutants
        .flatMap(mutant => mutant.killedBy)
        .filter(id => !checks.some(check => check.id === id)),
    ).toEqual([])
  })

  test('every must of the set is proven by a mutant that is killed at all seeds', async () => {
    const proofs = await proofsById()
    const unproven = catalogue
      .filter(row => isInSet(row) && row.strength === 'must')
      .filter(row => !proofs[row.id]?.killed || proofs[row.id]?.survived)
      .map(row => row.id)

    expect(unproven).toEqual([])
  })

  test('no mutant survives or disturbs an unrelated check, and no proof is stale', () => {
    const bad = readMatrix().filter(
      proof => proof.survived.length + proof.disturbed.length > 0 || !isFresh(proof),
    )

    expect(bad.map(proof => proof.name)).toEqual([])
    expect(
      readMatrix()
        .map(proof => proof.name)
        .sort(),
    ).toEqual(mutants.map(mutant => mutant.name).sort())
  })
})

test('laws expect refusals by refusalWith and anyRefusal, so that reports know of them', () => {
  const plain = /\bexpected: (?:'?4(?:\d\d|xx)\b|'a refusal(?! \(4xx\), or )|`a refusal)/
  const files = sourceFiles
    .filter(({ path }) => /^(?:properties\/laws|suites\/spec)\/.*\.ts$/.test(path))
    .filter(({ path }) => !path.endsWith('.test.ts'))

  expect(files.length).toBeGreaterThan(100)
  expect(
    files.flatMap(({ path, text }) =>
      text.split('\n').flatMap(line => (plain.test(line) ? [`${path}: ${line.trim()}`] : [])),
    ),
  ).toEqual([])
})
