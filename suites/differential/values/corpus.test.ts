// Compares the reference with recorded verdicts of a genuine server on mutations of one field, so
// that the validation of built-in types is tested without a genuine server.

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { referenceTarget } from '../../../fixtures/targets/reference-target.ts'
import { mutationVerdicts } from './mutation-verdicts.ts'
import type { MutationVerdict } from './mutation-verdicts.ts'
import { mutationText } from './mutations.ts'
import type { FieldMutation } from './mutations.ts'

type Recorded = { readonly mutation: FieldMutation; readonly verdict: MutationVerdict }

const corpus = JSON.parse(
  readFileSync(new URL('corpus.data.json', import.meta.url), 'utf8'),
) as readonly Recorded[]

test('what a genuine server refuses is refused for the same fields (VALID-026)', async () => {
  const target = await referenceTarget({ dialect: 'kubernetes', storesIgnoredSettings: true })
  const mutations = corpus.map(({ mutation }) => mutation)
  const verdicts = await mutationVerdicts(target, mutations).finally(target.close)

  const verdictPart = ({ status, reason, fields }: MutationVerdict) => ({ status, reason, fields })
  const own = mutations.map(mutation => [
    mutationText(mutation),
    verdictPart(verdicts.get(mutation) ?? { status: 0 }),
  ])

  expect(corpus.length).toBeGreaterThanOrEqual(300)
  expect(own).toEqual(
    corpus.map(({ mutation, verdict }) => [mutationText(mutation), verdictPart(verdict)]),
  )
}, 120_000)
