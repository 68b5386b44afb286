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
  group: text('API group; empty for the core group.', { by: 'AUDIT-048', rules: [groupName] }),
  resources: list('Resources of the group; all if empty.', text('A resource or a pattern.'), {
    by: 'AUDIT-049',
    rules: [noOverlap],
  }),
  resourceNames: texts('Names of objects; all if empty.', 'AUDIT-051'),
}

const namesWithResources = law({
  by: 'AUDIT-051',
  says: '`resourceNames` only with `resources`',
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
  level: level('Audit level.', 'AUDIT-036'),
  users: texts('Users that the rule applies to; all if empty.', 'AUDIT-038'),
  userGroups: texts('Groups of users that the rule applies to; all if empty.', 'AUDIT-039'),
  verbs: texts('Verbs that the rule applies to; all if empty.', 'AUDIT-041'),
  resources: list(
    'Resources that the rule applies to; all if empty.',
    object('Resources of one API group.', resourcesFields, { rules: [namesWithResources] }),
    { by: 'AUDIT-042' },
  ),
  namespaces: texts('Namespaces that the rule applies to; all if empty.', 'AUDIT-043'),
  nonResourceURLs: list('Non-resource paths that the rule applies to.', url, { by: 'AUDIT-045' }),
  omitStages: omittedStages('AUDIT-047'),
  omitManagedFields: bool('Whether to omit managed fields from objects.', { by: 'AUDIT-034' }),
}

const oneSort = law({
  by: deFacto,
  says: 'resources or non-resource URLs, not both',
  *faults(rule: Members<typeof ruleFields>) {
    const { nonResourceURLs = [], resources = [], namespaces = [] } = rule
    if (nonResourceURLs.length === 0 || resources.length + namespaces.length === 0) return
    const because = 'rules cannot apply to both regular resources and non-resource URLs'
    yield invalid(['nonResourceURLs'], nonResourceURLs, because)
  },
})

const policyFields = {
  metadata: objectMetadata,
  rules: list(
    'Audit rules; the first match applies.',
    object('', ruleFields, { rules: [oneSort] }),
    {
      by: 'AUDIT-027',
      required: required('AUDIT-027', { says: 'at least one rule' }),
      rules: [count(deFacto, { min: 1 })],
    },
  ),
  omitStages: omittedStages('AUDIT-031'),
  omitManagedFields: bool('Default for rules that do not set it.', { by: 'AUDIT-033' }),
}

const policy = {
  group: 'audit.*',
  version: 'v1',
  kind: 'Policy',
  says: 'Audit policy of the API server.',
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
    says: 'List of policies.',
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
