import fc from 'fast-check'
import { expect, it } from 'vitest'
import { catalogue } from '../generated/catalogue.ts'
import { checks } from '../generated/checks.ts'
import { isInProfile, profileNames, profiles } from './profiles.ts'
import { needsOf } from '../target/needs.ts'
import { checksFor, isInSet, profileSetsFor, requirement, sectionsInSet } from './select.ts'

const musts = catalogue.filter(row => isInSet(row) && row.strength === 'must')

it('has every must of the set in exactly one profile', () => {
  const wrong = musts.filter(row => profiles.filter(one => isInProfile(row, one)).length !== 1)

  expect(wrong.map(row => row.id)).toEqual([])
})

it('names sections that the set has, each name once', () => {
  const sections = profiles.flatMap(profile => profile.sections ?? [])

  expect(sections.filter(slug => !sectionsInSet.includes(slug))).toEqual([])
  expect(new Set(profileNames).size).toBe(profiles.length)
})

it.each(['cluster', 'kubernetes'])('has musts in every profile in the %s dialect', dialect => {
  const empty = profileSetsFor(dialect).filter(({ ids }) => !musts.some(row => ids.has(row.id)))

  expect(empty.map(({ name }) => name)).toEqual([])
})

it('gives each profile its own digest, the same in both dialects', () => {
  const digests = (dialect: string) => profileSetsFor(dialect).map(({ digest }) => digest)

  expect(new Set(digests('kubernetes')).size).toBe(profiles.length)
  expect(digests('kubernetes')).toEqual(expect.arrayContaining(digests('cluster')))
})

it('selects exactly the checks of a profile', () => {
  const [set] = profileSetsFor('kubernetes').filter(({ name }) => name === 'list-watch')
  const ids = checksFor('kubernetes', { sections: [], ids: [], profile: 'list-watch' }).map(
    check => check.id,
  )

  expect(ids.length).toBeGreaterThan(100)
  expect([...ids].sort()).toEqual([...(set?.ids ?? [])].sort())
})

it('separates the rows that need a program next to the server', () => {
  const wrong = checks.filter(check => {
    const needs = [...check.needs, ...needsOf(...fc.sample(check.scenarios, 1))]
    // A check that starts a program judges the program, even if it also submits documents.
    const startsProgram = needs.includes('start') || needs.includes('startAgent')
    const isOfFiles = ['document', 'flags'].includes(requirement(check.id).surface)
    return (needs.includes('accepts') && !startsProgram) !== (isOfFiles && !startsProgram)
  })

  expect(wrong.map(check => check.id)).toEqual([])
})
