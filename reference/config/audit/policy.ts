import { dns1123Subdomain } from '../../api/names.ts'
import { itsKind, listMetadata, objectMetadata } from '../metadata.ts'
import { count, invalid, law, pattern } from '../rules.ts'
import { bool, deFacto, type Kind, list, type Members, object } from '../vocabulary.ts'
import { required, text } from '../vocabulary.ts'
import { noOverlap } from './resource-patterns.ts'
import { level, omittedStages, texts } from './words.ts'

const groupName = law({
  by: deFacto,
  says: 'the name of a group without its version, or *',
  *faults(group: string) {
    if (group === '*') return
    for (const fault of dns1123Subdomain(group, 'name')) yield invalid([], group, fault)
  },
})

const resourcesFields = {
  group: text('The group; empty for the core group.', { by: 'AUDIT-048', rules: [groupName] }),
  resources: list('Its resources; all when empty.', text('A resource, or a pattern of them.'), {
    by: 'AUDIT-049',
    rules: [noOverlap],
  }),
  resourceNames: texts('The names of objects; all when empty.', 'AUDIT-051'),
}

const namesWithResources = law({
  by: 'AUDIT-051',
  says: 'names only beside resources',
  *faults({ resources = [], resourceNames = [] }: Members<typeof resourcesFields>) {
    if (resourceNames.length === 0 || resources.length > 0) return
    const because = 'using resourceNames requires at least one resource'
    yield invalid(['resourceNames'], resourceNames, because)
  },
})

const url = text('A path; the last character may be *.', {
  rules: [
    pattern(deFacto, /^(\/|\*$)/, "non-resource URL rules must begin with a '/' character"),
    pattern(deFacto, /^[^*]*\*?$/, "the wildcard '*' must be the final character of the rule"),
  ],
})

const ruleFields = {
  level: level('How much is told.', 'AUDIT-036'),
  users: texts('Who asks; anybody when empty.', 'AUDIT-038'),
  userGroups: texts('A group of whom asks; any when empty.', 'AUDIT-039'),
  verbs: texts('What is done; anything when empty.', 'AUDIT-041'),
  resources: list(
    'What it is done to; anything when empty.',
    object('Resources of one group.', resourcesFields, { rules: [namesWithResources] }),
    { by: 'AUDIT-042' },
  ),
  namespaces: texts('Where; anywhere when empty.', 'AUDIT-043'),
  nonResourceURLs: list('Which paths beside those of resources.', url, { by: 'AUDIT-045' }),
  omitStages: omittedStages('AUDIT-047'),
  omitManagedFields: bool('Whether managed fields are left out of objects.', { by: 'AUDIT-034' }),
}

const oneSort = law({
  by: deFacto,
  says: 'resources or other paths, but not both',
  *faults(rule: Members<typeof ruleFields>) {
    const { nonResourceURLs = [], resources = [], namespaces = [] } = rule
    if (nonResourceURLs.length === 0 || resources.length + namespaces.length === 0) return
    const because = 'rules cannot apply to both regular resources and non-resource URLs'
    yield invalid(['nonResourceURLs'], nonResourceURLs, because)
  },
})

const policyFields = {
  metadata: objectMetadata,
  rules: list('The first that fits counts.', object('', ruleFields, { rules: [oneSort] }), {
    by: 'AUDIT-027',
    required: required('AUDIT-027', { says: 'at least one rule' }),
    rules: [count(deFacto, { min: 1 })],
  }),
  omitStages: omittedStages('AUDIT-031'),
  omitManagedFields: bool('What counts for rules that do not say.', { by: 'AUDIT-033' }),
}

const policy = {
  group: 'audit.*',
  version: 'v1',
  kind: 'Policy',
  says: 'What an API server tells of requests in its audit log.',
  by: 'AUDIT-001',
  fields: policyFields,
  rules: [],
}

export const auditPolicies: readonly Kind[] = [
  // A genuine server complains of unknown fields in its log, and goes on without them.
  { ...policy, strict: false, onlyIn: 'kubernetes' },
  { ...policy, strict: true, onlyIn: 'cluster' },
  {
    group: 'audit.*',
    version: 'v1',
    kind: 'PolicyList',
    says: 'Several policies.',
    by: 'AUDIT-001',
    strict: true,
    fields: {
      metadata: listMetadata,
      items: list('The policies.', object('A policy.', { ...itsKind, ...policyFields }), {
        by: 'AUDIT-035',
        required: required('AUDIT-035'),
      }),
    },
    rules: [],
  },
]
