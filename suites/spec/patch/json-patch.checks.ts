// JSON Patch (RFC 6902), operation by operation, against a model of it.

import fc from 'fast-check'
import { notesAnswers } from '../../../properties/laws/notes.ts'
import {
  patchesDoAsModelled,
  patchesOfRolesDoAsModelled,
} from '../../../properties/laws/patch/patches.ts'
import type { PatchRule } from '../../../properties/laws/patch/patches.ts'
import {
  adding,
  failingInTheMiddle,
  removing,
  replacing,
  testing,
  transferring,
} from '../../../properties/scenarios/patch/json-patches.ts'
import { escaping } from '../../../properties/scenarios/patch/pointer-escapes.ts'
import { ofRole, patchable, patched, placeIn } from '../../../properties/scenarios/patch/patches.ts'
import { writableRoles } from '../../../properties/scenarios/updates.ts'
import { named } from '../../../properties/dsl/steps.ts'
import { patch } from '../../../properties/dsl/write-steps.ts'
import { example, property } from '../../check.ts'

const rule = (operation: string): PatchRule => ({
  applies: `${operation} does what RFC 6902 says.`,
  fails: `${operation} that cannot be done fails, and changes nothing.`,
})

const replacement = { op: 'replace', path: placeIn('annotations', 'a'), value: 'replaced' }

export default [
  example(
    'PTCH-002',
    writableRoles.flatMap(role =>
      ofRole(role, patched(role, [{ type: 'json', body: [replacement] }])),
    ),
    patchesOfRolesDoAsModelled(rule('A JSON patch')),
  ),
  property('PTCH-003', adding(), patchesDoAsModelled(rule('An add'))),
  property('PTCH-004', removing(), patchesDoAsModelled(rule('A remove'))),
  property('PTCH-005', replacing(), patchesDoAsModelled(rule('A replace'))),
  property(
    'PTCH-006',
    fc.oneof(transferring('move'), transferring('copy')),
    patchesDoAsModelled(rule('A move or a copy')),
  ),
  property(
    'PTCH-007',
    testing(),
    patchesDoAsModelled({
      applies: 'A patch goes on behind a test of what is there.',
      fails: 'A test of what is not there makes the entire patch fail.',
    }),
  ),
  example(
    'PTCH-008',
    [
      patchable('main'),
      patch('a test that fails', 'main', named('x'), {
        type: 'json',
        body: [{ op: 'test', path: placeIn('annotations', 'a'), value: 'other' }],
      }),
      patch('a test of what is missing', 'main', named('x'), {
        type: 'json',
        body: [{ op: 'test', path: placeIn('annotations', 'c'), value: 'other' }],
      }),
    ],
    notesAnswers('a test that fails', 'a test of what is missing'),
  ),
  property(
    'PTCH-009',
    escaping(),
    patchesDoAsModelled(rule('An operation whose pointer has escapes')),
  ),
  property(
    'PTCH-010',
    failingInTheMiddle(),
    patchesDoAsModelled({
      applies: 'A patch of sound operations applies.',
      fails: 'If one operation of a patch fails, none takes effect.',
    }),
  ),
]
