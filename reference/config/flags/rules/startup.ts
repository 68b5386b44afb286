import type { FlagRule, FlagContext } from '../flag.ts'
import {
  forbiddenValue,
  ignoredValue,
  invalidValue,
  hasNonEmptyValue,
  requiredValue,
} from './rule-parts.ts'

const schemes = { linux: ['unix'], windows: ['npipe', 'tcp'] }

/** A plain path is also accepted as a socket. */
const isOfPlatform = (value: unknown, { platform }: FlagContext): boolean => {
  if (typeof value !== 'string' || value === '') return true
  const [, scheme] = /^([a-z][a-z0-9+.-]*):\/\//i.exec(value) ?? []
  return scheme === undefined || schemes[platform].includes(scheme.toLowerCase())
}

export const startRules: readonly FlagRule[] = [
  {
    name: 'one run excludes the server',
    requirement: 'AGENT-228',
    flag: 'runonce',
    ...forbiddenValue,
    description: 'cannot be combined with --enable-server, which is enabled by default',
    onlyIn: 'cluster',
    holds: (value, seen) => value !== true || seen.value('enable-server') !== true,
  },
  {
    name: 'one run is gone',
    requirement: 'de facto',
    flag: 'runonce',
    ...forbiddenValue,
    description: 'removed in newer agents',
    onlyIn: 'kubernetes',
    holds: value => value !== true,
  },
  {
    name: 'contention is on a file',
    requirement: 'AGENT-180',
    flag: 'exit-on-lock-contention',
    ...requiredValue,
    description: 'needs --lock-file',
    holds: (value, seen) => value !== true || hasNonEmptyValue(seen, 'lock-file'),
  },
  {
    name: 'profiling is served by the server',
    requirement: 'AGENT-163',
    flag: 'contention-profiling',
    ...ignoredValue,
    description: 'profiling is off without --enable-server and --enable-debugging-handlers',
    holds: (value, seen) =>
      value !== true ||
      (seen.value('enable-server') === true && seen.value('enable-debugging-handlers') === true),
  },
  {
    name: 'the runtime is where the platform has it',
    requirement: 'AGENT-162',
    flag: 'container-runtime-endpoint',
    ...invalidValue,
    description: 'must be a unix socket on Linux, npipe or tcp on Windows',
    holds: isOfPlatform,
  },
  {
    name: 'the images are where the platform has them',
    requirement: 'AGENT-162',
    flag: 'image-service-endpoint',
    ...invalidValue,
    description: 'must be a unix socket on Linux, npipe or tcp on Windows',
    holds: isOfPlatform,
  },
  {
    name: 'there is a runtime',
    requirement: 'de facto',
    flag: 'container-runtime-endpoint',
    ...requiredValue,
    description: 'must not be empty',
    holds: value => value !== '',
  },
]
