// Checks the Content-Type and the layout of answers, and what the parameter `pretty` may change.

import type { Exchange } from '../../../properties/history/history.ts'
import { describeForm } from '../../../properties/laws/encodings/negotiation.ts'
import {
  notesLayout,
  prettyChangesNoData,
} from '../../../properties/laws/encodings/negotiation-pretty.ts'
import { bodiesMatchContentType } from '../../../properties/laws/encodings/negotiation-types.ts'
import { notesOf } from '../../../properties/laws/notes.ts'
import {
  answersOfAllSorts,
  prettyLifecycles,
} from '../../../properties/scenarios/encodings/negotiation-pretty.ts'
import {
  create,
  get,
  closeStream,
  caseName,
  versionFrom,
  watch,
} from '../../../properties/dsl/steps.ts'
import { example, property } from '../../check.ts'

const warnings = ({ answer }: Exchange): string =>
  answer ? (answer.headers['warning'] ?? 'no warning') : 'no answer'

const flags = ['true', '1', 'True', 't', '', 'yes', 'false', '0']
const tools = ['curl/8.5', 'Wget/1.21', 'Mozilla/5.0', 'touchstone']
const laidOut = [
  get('without the flag', 'main', caseName('x')),
  ...flags.map(pretty => get(`pretty=${pretty}`, 'main', caseName('x'), { query: { pretty } })),
  ...tools.map(tool =>
    get(`User-Agent ${tool}`, 'main', caseName('x'), { headers: { 'user-agent': tool } }),
  ),
  get('pretty=false, User-Agent curl', 'main', caseName('x'), {
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
  property('ENC-039', answersOfAllSorts(), bodiesMatchContentType, { observationsMin: 50 }),
  example(
    'ENC-040',
    [create('object', 'main', 'x'), ...laidOut],
    notesLayout(...laidOut.map(({ as }) => as)),
  ),
  property('ENC-041', prettyLifecycles(), prettyChangesNoData),
  example(
    'ENC-042',
    [
      create('object', 'main', 'x'),
      watch('watch', 'main', { resourceVersion: versionFrom('object') }),
      watch('watch without Accept', 'main', {
        resourceVersion: versionFrom('object'),
        headers: { accept: null },
      }),
      closeStream('watch'),
      closeStream('watch without Accept'),
    ],
    notesOf(describeForm, 'watch', 'watch without Accept'),
  ),
]
