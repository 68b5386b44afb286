// How bodies are laid out, what answers say of them, and what the flag `pretty` may change.

import type { Exchange } from '../../../properties/history/history.ts'
import { form } from '../../../properties/laws/encodings/negotiation.ts'
import {
  notesLayout,
  prettyChangesNoData,
} from '../../../properties/laws/encodings/negotiation-pretty.ts'
import { bodiesAreWhatTheySay } from '../../../properties/laws/encodings/negotiation-types.ts'
import { notesOf } from '../../../properties/laws/notes.ts'
import {
  answersOfAllSorts,
  prettyLives,
} from '../../../properties/scenarios/encodings/negotiation-pretty.ts'
import { create, get, leave, named, versionOf, watch } from '../../../properties/dsl/steps.ts'
import { example, property } from '../../check.ts'

const warnings = ({ answer }: Exchange): string =>
  answer ? (answer.headers['warning'] ?? 'no warning') : 'no answer'

const flags = ['true', '1', 'True', 't', '', 'yes', 'false', '0']
const tools = ['curl/8.5', 'Wget/1.21', 'Mozilla/5.0', 'touchstone']
const laidOut = [
  get('without the flag', 'main', named('x')),
  ...flags.map(pretty => get(`pretty=${pretty}`, 'main', named('x'), { query: { pretty } })),
  ...tools.map(tool => get(`to ${tool}`, 'main', named('x'), { headers: { 'user-agent': tool } })),
  get('pretty=false to curl', 'main', named('x'), {
    query: { pretty: 'false' },
    headers: { 'user-agent': 'curl/8.5' },
  }),
]

export default [
  example(
    'ENC-038',
    [
      create('one unknown field', 'main', 'x', { set: { '/touchstoneUnknown': 'x' } }),
      create('two, one in quotes', 'main', 'y', {
        set: { '/touchstoneUnknown': 'x', '/spec/a "quoted" name': 'x' },
      }),
    ],
    notesOf(warnings, 'one unknown field', 'two, one in quotes'),
  ),
  property('ENC-039', answersOfAllSorts(), bodiesAreWhatTheySay, { observationsMin: 50 }),
  example(
    'ENC-040',
    [create('object', 'main', 'x'), ...laidOut],
    notesLayout(...laidOut.map(({ as }) => as)),
  ),
  property('ENC-041', prettyLives(), prettyChangesNoData),
  example(
    'ENC-042',
    [
      create('object', 'main', 'x'),
      watch('watch', 'main', { resourceVersion: versionOf('object') }),
      watch('watch without Accept', 'main', {
        resourceVersion: versionOf('object'),
        headers: { accept: null },
      }),
      leave('watch'),
      leave('watch without Accept'),
    ],
    notesOf(form, 'watch', 'watch without Accept'),
  ),
]
