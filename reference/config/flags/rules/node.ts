import { isJsonObject } from '../../../api/object.ts'
import type { FlagRule } from '../flag.ts'
import { isNodeLabelAllowed } from './node-labels.ts'
import { ignoredValue, invalidValue, isEmpty } from './rule-parts.ts'

export const nodeRules: readonly FlagRule[] = [
  {
    name: 'labels of the project are limited',
    by: 'AGENT-208',
    flag: 'node-labels',
    ...invalidValue,
    description:
      "a label of the project's own domain must have an allowed prefix or be an allowed one",
    holds: (value, seen) =>
      !isJsonObject(value) || Object.keys(value).every(key => isNodeLabelAllowed(key, seen)),
  },
  {
    name: 'addresses of pods come from the API server',
    by: 'AGENT-211',
    flag: 'pod-cidr',
    ...ignoredValue,
    description: 'applies only in standalone mode (without --clusterconfig)',
    holds: (value, seen) => isEmpty(value) || seen.mode === 'standalone',
  },
  {
    name: 'who stands alone does not bootstrap',
    by: 'de facto',
    flag: 'bootstrap-clusterconfig',
    ...ignoredValue,
    description: 'has no effect without --clusterconfig',
    holds: (value, seen) => isEmpty(value) || seen.mode === 'apiServer',
  },
  {
    name: 'the file of a cloud is for a cloud',
    by: 'AGENT-266',
    flag: 'cloud-config',
    ...ignoredValue,
    description: 'has no effect without --cloud-provider=external',
    holds: (value, seen) => isEmpty(value) || seen.value('cloud-provider') === 'external',
  },
  ...['register-schedulable', 'register-with-taints'].map(
    (flag): FlagRule => ({
      name: `${flag} is for registered nodes`,
      by: flag === 'register-schedulable' ? 'AGENT-220' : 'AGENT-221',
      flag,
      ...ignoredValue,
      description: 'has no effect without --register-node and --clusterconfig',
      holds: (_, seen) =>
        !seen.isSet(flag) || (seen.mode === 'apiServer' && seen.value('register-node') === true),
    }),
  ),
]
