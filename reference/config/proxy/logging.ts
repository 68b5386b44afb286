import {
  functionRule,
  allowedValues,
  patternRule,
  rangeRule,
  type RequirementId,
} from '../config-rules.ts'
import { requiredWithDefault } from '../required-with-default.ts'
import { boolField, deFacto, durationOrNanosecondsField, listField } from '../config-kind.ts'
import {
  type ConfigValues,
  objectField,
  quantityField,
  requiredBy,
  textField,
  uint32Field,
} from '../config-kind.ts'
import { secondsIn } from '../../lib/durations.ts'

const verbosityMax = 2 ** 31 - 1
const verbosityRange = rangeRule(
  deFacto,
  { max: verbosityMax },
  { description: `at most ${verbosityMax}` },
)

const vmoduleItem = objectField('Verbosity of a set of files.', {
  filePattern: textField('File name without its extension, or a pattern.', {
    requirement: 'PROXY-015',
    required: requiredBy(deFacto),
    rules: [patternRule(deFacto, /^[^=,]*$/, 'must not contain an equal sign or a comma')],
  }),
  verbosity: uint32Field('Verbosity of these files.', {
    requirement: 'PROXY-015',
    rules: [verbosityRange],
  }),
})

/** `options.text` and `options.json` have the same members. */
const routing = (description: string, requirement: RequirementId) =>
  objectField(
    description,
    {
      splitStream: boolField(
        'Whether errors go to stderr and other messages to stdout, with a buffer.',
        {
          requirement,
          also: ['PROXY-020'],
        },
      ),
      infoBufferSize: quantityField(
        'Size of the buffer for other messages; 0 disables buffering.',
        {
          requirement,
          default: { value: '0', requirement: 'PROXY-021' },
        },
      ),
    },
    { requirement, default: { value: {}, requirement: deFacto, onlyIn: 'kubernetes' } },
  )

const positive = functionRule({
  requirement: deFacto,
  description: 'greater than zero',
  onlyIn: 'kubernetes',
  *faults(frequency: unknown) {
    const size = secondsIn(frequency) ?? Number(frequency)
    if (size > 0) return
    yield { type: 'Invalid value', value: frequency, detail: 'must be greater than zero' }
  },
})

const fields = {
  format: textField('Log format.', {
    ...requiredWithDefault('PROXY-008', 'text'),
    mayBeEmpty: true,
    rules: [allowedValues(deFacto, ['text', 'json'])],
  }),
  flushFrequency: durationOrNanosecondsField(
    'Maximum time between log flushes, if messages are buffered.',
    {
      ...requiredWithDefault('PROXY-009', '5s'),
      requirement: 'PROXY-010',
      also: ['PROXY-011'],
      rules: [positive],
    },
  ),
  // Errors are always written.
  verbosity: uint32Field('Log verbosity; 0 logs only the most important messages.', {
    ...requiredWithDefault('PROXY-012', 0, 'PROXY-013'),
    also: ['PROXY-014'],
    rules: [verbosityRange],
  }),
  vmodule: listField('Log verbosity by file.', vmoduleItem, requiredWithDefault('PROXY-015', [])),
  options: objectField(
    'Options of the log formats; alpha.',
    {
      text: routing('Options of the text format.', 'PROXY-018'),
      json: routing('Options of the JSON format.', 'PROXY-019'),
    },
    {
      requirement: 'PROXY-017',
      default: { value: {}, requirement: deFacto, onlyIn: 'kubernetes' },
    },
  ),
}

export type LoggingValues = ConfigValues<typeof fields>

const vmoduleOnlyForText = functionRule({
  requirement: 'PROXY-016',
  description: '`vmodule` only with the format text',
  *faults({ format = '', vmodule = [] }: LoggingValues) {
    if (vmodule.length === 0 || format === '' || format === 'text') return
    yield { path: ['vmodule'], type: 'Forbidden', detail: 'only with the format text' }
  },
})

export const loggingField = objectField('Logging options.', fields, {
  requirement: 'PROXY-005',
  default: { value: {}, requirement: deFacto, onlyIn: 'kubernetes' },
  rules: [vmoduleOnlyForText],
})
