// Checks the types of configuration files: apiVersion and kind, groups and versions.

import type { Arbitrary } from 'fast-check'
import { typesAreJudgedAsExpected } from '../../../properties/laws/configuration/kinds.ts'
import { versionsAreAlike } from '../../../properties/laws/configuration/versions.ts'
import type { Judge } from '../../../properties/history/observation.ts'
import {
  filesOfOtherTypes,
  filesWithoutType,
} from '../../../properties/scenarios/configuration/kind-files.ts'
import { filesInAllVersions } from '../../../properties/scenarios/configuration/version-files.ts'
import type { Scenario } from '../../../properties/dsl/scenario.ts'
import { property } from '../../check.ts'
import type { Check } from '../../check.ts'
import type { Id } from '../../generated/catalogue.ts'

/** A check of all kinds. Every scenario covers all of them, so that a few scenarios are enough. */
const kindsCheck = (
  id: Id,
  scenariosMax: number,
  scenarios: Arbitrary<Scenario>,
  judge: Judge,
): Check => property(id, scenarios, judge, { needs: ['accepts'], scenariosMax })

export default [
  kindsCheck(
    'GATE-001',
    2,
    filesWithoutType(),
    typesAreJudgedAsExpected('A configuration file has apiVersion and kind.'),
  ),
  kindsCheck(
    'GATE-002',
    2,
    filesOfOtherTypes(),
    typesAreJudgedAsExpected(
      'A kind is accepted in the groups and versions of the overview table, and in no others.',
    ),
  ),
  kindsCheck(
    'GATE-003',
    // A scenario has every field of every kind in all its versions, about 500 files.
    1,
    filesInAllVersions(),
    versionsAreAlike('All versions of a kind have the same sub-kinds and rules.'),
  ),
]
