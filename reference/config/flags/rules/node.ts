import { isJsonObject } from '../../../api/object.ts'
import type { FlagRule } from '../flag.ts'
import { isNodeLabelAllowed } from './node-labels.ts'
import { ignoredValue, invalidValue, isEmpty } from './rule-parts.ts'

export const nodeRules: readonly FlagRule[] = [
  {
    name: 'labels of the project are limited',
    requirement: 'AGENT-208',
    flag: 'node-labels',
    ...invalidValue,
    description:
      "a label of the project's own domain must have an allowed prefix or be an allowed one",
    holds: (value, seen) =>
      !isJsonObject(value) || Object.keys(value).every(key => isNodeLabelAllowed(key, seen)),
  },
  {
    name: 'addresses of pods come from the API server',
    requirement: 'AGENT-211',
    flag: 'pod-cidr',
    ...ignoredValue,
    description: 'applies only in standalone mode (without --clusterconfig)',
    holds: (value, seen) => isEmpty(value) || seen.mode === 'standalone',
  },
  {
    name: 'who stands alone does not bootstrap',
    requirement: 'de facto',
    flag: 'bootstrap-clusterconfig',
    ...ignoredValue,
    description: 'has no effect without --clusterconfig',
    holds: (value, seen) => isEmpty(value) || seen.mode === 'apiServer',
  },
  {
    name: 'the file of a cloud is for a cloud',
    requirement: 'AGENT-266',
    flag: 'cloud-config',
    ...ignoredValue,
    description: 'has no effect without --cloud-provider=external',
    holds: (value, seen) => isEmpty(value) || seen.value('cloud-provider') === 'external',
  },
  ...['register-schedulable', 'register-with-taints'].map(
    (flag): FlagRule => ({
      name: `${flag} is for registered nodes`,
      requirement: flag === 'register-schedulable' ? 'AGENT-220' : 'AGENT-221',
      flag,
      ...ignoredValue,
      description: 'has no effect without --register-node and --clusterconfig',
      holds: (_, seen) =>
        !seen.isSet(flag) || (seen.mode === 'apiServer' && seen.value('register-node') === true),
    }),
  ),
]
