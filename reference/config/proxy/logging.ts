import { law, oneOf, pattern, range } from '../rules.ts'
import { needed } from '../needed.ts'
import { bool, type By, deFacto, durationOrNanoseconds, list } from '../vocabulary.ts'
import { type Members, object, quantity, required, text, uint32 } from '../vocabulary.ts'
import { secondsIn } from '../../lib/durations.ts'

const verbosityMax = 2 ** 31 - 1
const verbosityRange = range(deFacto, { max: verbosityMax }, { says: `at most ${verbosityMax}` })

const vmoduleItem = object('Verbosity of a set of files.', {
  filePattern: text('File name without its extension, or a pattern.', {
    by: 'PROXY-015',
    required: required(deFacto),
    rules: [pattern(deFacto, /^[^=,]*$/, 'must not contain an equal sign or a comma')],
  }),
  verbosity: uint32('Verbosity of these files.', { by: 'PROXY-015', rules: [verbosityRange] }),
})

/** `options.text` and `options.json` have the same members. */
const routing = (says: string, by: By) =>
  object(
    says,
    {
      splitStream: bool(
        'Whether errors go to stderr and other messages to stdout, with a buffer.',
        {
          by,
          also: ['PROXY-020'],
        },
      ),
      infoBufferSize: quantity('Size of the buffer for other messages; 0 disables buffering.', {
        by,
        default: { value: '0', by: 'PROXY-021' },
      }),
    },
    { by, default: { value: {}, by: deFacto, onlyIn: 'kubernetes' } },
  )

const positive = law({
  by: deFacto,
  says: 'greater than zero',
  onlyIn: 'kubernetes',
  *faults(frequency: unknown) {
    const size = secondsIn(frequency) ?? Number(frequency)
    if (size > 0) return
    yield { type: 'Invalid value', value: frequency, detail: 'must be greater than zero' }
  },
})

const fields = {
  format: text('Log format.', {
    ...needed('PROXY-008', 'text'),
    mayBeEmpty: true,
    rules: [oneOf(deFacto, ['text', 'json'])],
  }),
  flushFrequency: durationOrNanoseconds(
    'Maximum time between log flushes, if messages are buffered.',
    {
      ...needed('PROXY-009', '5s'),
      by: 'PROXY-010',
      also: ['PROXY-011'],
      rules: [positive],
    },
  ),
  // Errors are written whatever it is.
  verbosity: uint32('Log verbosity; 0 logs only the most important messages.', {
    ...needed('PROXY-012', 0, 'PROXY-013'),
    also: ['PROXY-014'],
    rules: [verbosityRange],
  }),
  vmodule: list('Log verbosity by file.', vmoduleItem, needed('PROXY-015', [])),
  options: object(
    'Options of the log formats; alpha.',
    {
      text: routing('Options of the text format.', 'PROXY-018'),
      json: routing('Options of the JSON format.', 'PROXY-019'),
    },
    { by: 'PROXY-017', default: { value: {}, by: deFacto, onlyIn: 'kubernetes' } },
  ),
}

export type Logging = Members<typeof fields>

const vmoduleOnlyForText = law({
  by: 'PROXY-016',
  says: '`vmodule` only with the format text',
  *faults({ format = '', vmodule = [] }: Logging) {
    if (vmodule.length === 0 || format === '' || format === 'text') return
    yield { at: ['vmodule'], type: 'Forbidden', detail: 'only with the format text' }
  },
})

export const logging = object('Logging options.', fields, {
  by: 'PROXY-005',
  default: { value: {}, by: deFacto, onlyIn: 'kubernetes' },
  rules: [vmoduleOnlyForText],
})
