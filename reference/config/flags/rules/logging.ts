import type { FlagRule } from '../flag.ts'
import { nanosecondsIn } from '../../../lib/durations.ts'
import { billionthsIn } from '../../../lib/quantities.ts'
import { forbiddenValue, invalidValue } from './rule-parts.ts'

export const loggingRules: readonly FlagRule[] = [
  {
    name: 'json is gated',
    requirement: 'AGENT-201',
    flag: 'logging-format',
    ...forbiddenValue,
    description: 'json needs the feature gate LoggingBetaOptions',
    holds: (value, seen) => value !== 'json' || seen.isOn('LoggingBetaOptions'),
  },
  {
    name: 'files are told apart in texts alone',
    requirement: 'AGENT-245',
    flag: 'vmodule',
    ...forbiddenValue,
    description: 'applies only to --logging-format=text',
    holds: (value, seen) => value === undefined || seen.value('logging-format') === 'text',
  },
  {
    name: 'a size has whole bytes',
    requirement: 'de facto',
    flag: 'container-log-max-size',
    ...invalidValue,
    description: 'must be a whole number of bytes',
    onlyIn: 'kubernetes',
    holds: value => (billionthsIn(String(value)) ?? 0n) % 1_000_000_000n === 0n,
  },
  {
    name: 'logs are flushed in the end',
    requirement: 'de facto',
    flag: 'log-flush-frequency',
    ...invalidValue,
    description: 'must be above 0',
    holds: value => (nanosecondsIn(String(value)) ?? 0n) > 0n,
  },
]
