import { dns1123Subdomain } from '../../api/name-rules.ts'
import { listItemTypeMeta, listMetadata, objectMetadata } from '../metadata-fields.ts'
import { countRule, invalidValue, functionRule, patternRule } from '../config-rules.ts'
import {
  boolField,
  deFacto,
  type ConfigKind,
  listField,
  type ConfigValues,
  objectField,
} from '../config-kind.ts'
import { requiredBy, textField } from '../config-kind.ts'
import { patternsDoNotOverlap } from './resource-patterns.ts'
import { levelField, omittedStagesField, textListField } from './audit-fields.ts'

const groupName = functionRule({
  requirement: deFacto,
  description: 'the name of a group without its version, or *',
  *faults(group: string) {
    if (group === '*') return
    for (const fault of dns1123Subdomain(group, 'name')) yield invalidValue([], group, fault)
  },
})

const resourcesFields = {
  group: textField('API group; empty for the core group.', {
    requirement: 'AUDIT-048',
    rules: [groupName],
  }),
  resources: listField(
    'Resources of the group; all if empty.',
    textField('A resource or a pattern.'),
    {
      requirement: 'AUDIT-049',
      rules: [patternsDoNotOverlap],
    },
  ),
  resourceNames: textListField('Names of objects; all if empty.', 'AUDIT-051'),
}

const namesWithResources = functionRule({
  requirement: 'AUDIT-051',
  description: '`resourceNames` only with `resources`',
  *faults({ resources = [], resourceNames = [] }: ConfigValues<typeof resourcesFields>) {
    if (resourceNames.length === 0 || resources.length > 0) return
    const because = 'using resourceNames requires at least one resource'
    yield invalidValue(['resourceNames'], resourceNames, because)
  },
})

const url = textField('A path; the last character may be *.', {
  rules: [
    patternRule(deFacto, /^(\/|\*$)/, "non-resource URL rules must begin with a '/' character"),
    patternRule(deFacto, /^[^*]*\*?$/, "the wildcard '*' must be the final character of the rule"),
  ],
})

const ruleFields = {
  level: levelField('Audit level.', 'AUDIT-036'),
  users: textListField('Users that the rule applies to; all if empty.', 'AUDIT-038'),
  userGroups: textListField('Groups of users that the rule applies to; all if empty.', 'AUDIT-039'),
  verbs: textListField('Verbs that the rule applies to; all if empty.', 'AUDIT-041'),
  resources: listField(
    'Resources that the rule applies to; all if empty.',
    objectField('Resources of one API group.', resourcesFields, { rules: [namesWithResources] }),
    { requirement: 'AUDIT-042' },
  ),
  namespaces: textListField('Namespaces that the rule applies to; all if empty.', 'AUDIT-043'),
  nonResourceURLs: listField('Non-resource paths that the rule applies to.', url, {
    requirement: 'AUDIT-045',
  }),
  omitStages: omittedStagesField('AUDIT-047'),
  omitManagedFields: boolField('Whether to omit managed fields from objects.', {
    requirement: 'AUDIT-034',
  }),
}

const oneSort = functionRule({
  requirement: deFacto,
  description: 'resources or non-resource URLs, not both',
  *faults(rule: ConfigValues<typeof ruleFields>) {
    const { nonResourceURLs = [], resources = [], namespaces = [] } = rule
    if (nonResourceURLs.length === 0 || resources.length + namespaces.length === 0) return
    const because = 'rules cannot apply to both regular resources and non-resource URLs'
    yield invalidValue(['nonResourceURLs'], nonResourceURLs, because)
  },
})

const policyFields = {
  metadata: objectMetadata,
  rules: listField(
    'Audit rules; the first match applies.',
    objectField('', ruleFields, { rules: [oneSort] }),
    {
      requirement: 'AUDIT-027',
      required: requiredBy('AUDIT-027', { description: 'at least one rule' }),
      rules: [countRule(deFacto, { min: 1 })],
    },
  ),
  omitStages: omittedStagesField('AUDIT-031'),
  omitManagedFields: boolField('Default for rules that do not set it.', {
    requirement: 'AUDIT-033',
  }),
}

const policy = {
  group: 'audit.*',
  version: 'v1',
  kind: 'Policy',
  description: 'Audit policy of the API server.',
  requirement: 'AUDIT-001',
  fields: policyFields,
  rules: [],
}

export const auditPolicies: readonly ConfigKind[] = [
  // A genuine server logs unknown fields and continues.
  { ...policy, strict: false, onlyIn: 'kubernetes' },
  { ...policy, strict: true, onlyIn: 'cluster' },
  {
    group: 'audit.*',
    version: 'v1',
    kind: 'PolicyList',
    description: 'List of policies.',
    requirement: 'AUDIT-001',
    strict: true,
    fields: {
      metadata: listMetadata,
      items: listField(
        'The policies.',
        objectField('A policy.', { ...listItemTypeMeta, ...policyFields }),
        {
          requirement: 'AUDIT-035',
          required: requiredBy('AUDIT-035'),
        },
      ),
    },
    rules: [],
  },
]
