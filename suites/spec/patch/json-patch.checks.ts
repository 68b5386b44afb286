// Checks each operation of JSON Patch (RFC 6902) against a model.

import fc from 'fast-check'
import { notesAnswers } from '../../../properties/laws/notes.ts'
import {
  patchesMatchModel,
  patchesOfRolesMatchModel,
} from '../../../properties/laws/patch/patches.ts'
import type { PatchRule } from '../../../properties/laws/patch/patches.ts'
import {
  addOperations,
  failingOperationInTheMiddle,
  removeOperations,
  replaceOperations,
  testOperations,
  moveOrCopyOperations,
} from '../../../properties/scenarios/patch/json-patches.ts'
import { escapedPointers } from '../../../properties/scenarios/patch/pointer-escapes.ts'
import {
  labelsOfRole,
  createPatchable,
  patchesBetweenReads,
  metadataPointer,
} from '../../../properties/scenarios/patch/patches.ts'
import { writableRoles } from '../../../properties/scenarios/updates.ts'
import { caseName } from '../../../properties/dsl/steps.ts'
import { patch } from '../../../properties/dsl/write-steps.ts'
import { example, property } from '../../check.ts'

const rule = (operation: string): PatchRule => ({
  applies: `${operation} has the effect that RFC 6902 defines.`,
  fails: `${operation} that cannot be applied fails, and changes nothing.`,
})

const replacement = { op: 'replace', path: metadataPointer('annotations', 'a'), value: 'replaced' }

export default [
  example(
    'PTCH-002',
    writableRoles.flatMap(role =>
      labelsOfRole(role, patchesBetweenReads(role, [{ type: 'json', body: [replacement] }])),
    ),
    patchesOfRolesMatchModel(rule('A JSON patch')),
  ),
  property('PTCH-003', addOperations(), patchesMatchModel(rule('An add'))),
  property('PTCH-004', removeOperations(), patchesMatchModel(rule('A remove'))),
  property('PTCH-005', replaceOperations(), patchesMatchModel(rule('A replace'))),
  property(
    'PTCH-006',
    fc.oneof(moveOrCopyOperations('move'), moveOrCopyOperations('copy')),
    patchesMatchModel(rule('A move or a copy')),
  ),
  property(
    'PTCH-007',
    testOperations(),
    patchesMatchModel({
      applies: 'A patch continues after a test that succeeds.',
      fails: 'A test that fails makes the entire patch fail.',
    }),
  ),
  example(
    'PTCH-008',
    [
      createPatchable('main'),
      patch('a test that fails', 'main', caseName('x'), {
        type: 'json',
        body: [{ op: 'test', path: metadataPointer('annotations', 'a'), value: 'other' }],
      }),
      patch('a test of what is missing', 'main', caseName('x'), {
        type: 'json',
        body: [{ op: 'test', path: metadataPointer('annotations', 'c'), value: 'other' }],
      }),
    ],
    notesAnswers('a test that fails', 'a test of what is missing'),
  ),
  property(
    'PTCH-009',
    escapedPointers(),
    patchesMatchModel(rule('An operation whose pointer has escapes')),
  ),
  property(
    'PTCH-010',
    failingOperationInTheMiddle(),
    patchesMatchModel({
      applies: 'A patch of valid operations is applied.',
      fails: 'If one operation of a patch fails, none takes effect.',
    }),
  ),
]
