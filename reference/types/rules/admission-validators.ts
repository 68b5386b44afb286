// Validators of webhook configurations and admission policies.

import {
  valueDuplicate,
  valueForbidden,
  valueInvalid,
  valueRequired,
  type StatusCause,
} from '../../api/status-causes.ts'
import {
  dns1035Label,
  dns1123Subdomain,
  pathSegment,
  qualifiedNameFaults,
} from '../../api/name-rules.ts'
import { isJsonObject, objectIn, textsIn } from '../../api/object.ts'
import type { ExpressionPurpose } from '../../cel/policy-environment.ts'
import { expressionCauses } from './policy-expressions.ts'
import {
  isEmptyValue,
  isPresent,
  type Validator,
  type ValuePlace,
  memberValueAt,
} from './value-place.ts'

const nouns: { readonly [list: string]: string } = {
  operations: 'operations',
  apiGroups: 'API groups',
  apiVersions: 'API versions',
}

const expression =
  (purpose: ExpressionPurpose, missing: string): Validator =>
  place =>
    expressionCauses({ purpose, missing }, place)

export const admissionValidators = {
  wildcardAlone: function* ({ field, value }) {
    const list = textsIn(value)
    if (list.length < 2 || !list.includes('*')) return
    const noun = nouns[field.split('.').at(-1) ?? ''] ?? 'others'
    yield valueInvalid(field, value, `if '*' is present, must not specify other ${noun}`)
  },
  resourcesOfRule: function* ({ field, value }) {
    const all = textsIn(value)
    const [wholes, parts] = [new Set<string>(), new Set<string>()]
    for (const [index, text] of all.entries()) {
      const [resource = '', part] = text.split(/\/(.*)/s)
      if (part === undefined) continue
      const overlapCause = (seen: string) =>
        valueInvalid(
          `${field}[${index}]`,
          text,
          `if '${seen}' is present, must not specify ${text}`,
        )
      if (wholes.has(resource)) yield overlapCause(`${resource}/*`)
      if (parts.has(part)) yield overlapCause(`*/${part}`)
      if (part === '*') wholes.add(resource)
      if (resource === '*') parts.add(part)
    }
    if (all.length > 1 && all.includes('*/*')) {
      yield valueInvalid(field, value, "if '*/*' is present, must not specify other resources")
    }
    const plain = all.filter(text => text !== '' && !text.includes('/'))
    if (!all.includes('*') || plain.at(-1) === '*' || plain.length === 0) return
    const because = "if '*' is present, must not specify other resources without subresources"
    yield valueInvalid(field, value, because)
  },
  resourceNames: function* ({ field, value }) {
    const seen = new Set<string>()
    for (const [index, name] of textsIn(value).entries()) {
      for (const fault of pathSegment(name, 'name'))
        yield valueInvalid(`${field}[${index}]`, name, fault)
      if (seen.has(name)) yield valueDuplicate(`${field}[${index}]`, name)
      seen.add(name)
    }
  },
  /** A DNS name of at least three segments. */
  fullName: function* ({ field, value }) {
    const name = String(value ?? '')
    if (name === '') return yield valueRequired(field)
    const faults = dns1123Subdomain(name, 'name')
    for (const fault of faults) yield valueInvalid(field, name, fault)
    if (faults.length > 0 || name.split('.').length >= 3) return
    yield valueInvalid(
      field,
      name,
      'should be a domain with at least three segments separated by dots',
    )
  },
  urlOrService: function* ({ field, value }) {
    const { url, service } = objectIn(value)
    if (isPresent(url) !== isPresent(service)) return
    yield valueRequired(field, 'exactly one of url or service is required')
  },
  webhookUrl,
  servicePath,
  reviewVersions: function* ({ field, value }) {
    const versions = textsIn(value)
    if (versions.length === 0) return yield valueRequired(field, 'must specify one of v1, v1beta1')
    const seen = new Set<string>()
    for (const [index, version] of versions.entries()) {
      if (seen.has(version)) yield valueInvalid(`${field}[${index}]`, version, 'duplicate version')
      else
        for (const fault of dns1035Label(version, 'name')) {
          yield valueInvalid(`${field}[${index}]`, version, fault)
        }
      seen.add(version)
    }
    if (versions.includes('v1') || versions.includes('v1beta1')) return
    yield valueInvalid(field, value, 'must include at least one of v1, v1beta1')
  },
  versionOfGroup: function* ({ field, value }) {
    const text = String(value ?? '')
    if (text === '') return
    const parts = text.split('/')
    if (parts.length > 2) {
      return yield valueInvalid(field, text, `unexpected GroupVersion string: ${text}`)
    }
    const [group = '', version = ''] = parts.length === 2 ? parts : ['', text]
    if (group !== '') {
      for (const fault of dns1123Subdomain(group, 'name')) yield valueInvalid(field, group, fault)
    }
    if (version === '') yield valueInvalid(field, text, 'version must be specified')
    else
      for (const fault of dns1035Label(version, 'name')) yield valueInvalid(field, version, fault)
  },
  lowerLabel: function* ({ field, value }) {
    if (isEmptyValue(value)) return
    for (const fault of dns1035Label(String(value).toLowerCase(), 'name')) {
      yield valueInvalid(field, value, `may have mixed case, but should otherwise match: ${fault}`)
    }
  },
  conditionExpression: expression('condition', 'expression is not specified'),
  variableExpression: expression('variable', 'expression is not specified'),
  validationExpression: expression('validation', 'expression is not specified'),
  messageExpression: function* (place) {
    const { field, value } = place
    if (isEmptyValue(value)) return
    if (String(value).trim() !== '') yield* expression('message', '')(place)
    else yield valueInvalid(field, value, 'must be non-empty if specified')
  },
  auditExpression: expression('auditAnnotation', 'valueExpression is not specified'),
  applyExpression: expression('applyConfiguration', ''),
  patchExpression: expression('jsonPatch', ''),
  validationMessage: function* ({ field, value }) {
    const message = String(value ?? '')
    if (message === '') return
    if (message.trim() === '') yield valueInvalid(field, message, 'must be non-empty if specified')
    else if (/[\r\n]/.test(message.trim())) {
      yield valueInvalid(field, message, 'must not contain line breaks')
    }
  },
  auditKey: function* (place) {
    const { field, value } = place
    const name = String(memberValueAt(place, '^^^^metadata.name') ?? '')
    const key = `${name}/${String(value ?? '')}`
    for (const fault of qualifiedNameFaults(key)) yield valueInvalid(field, key, fault)
  },
  someValidation: function* ({ field, value }) {
    const { validations, auditAnnotations } = objectIn(value)
    if (!isEmptyValue(validations) || !isEmptyValue(auditAnnotations)) return
    const because = 'validations or auditAnnotations must contain at least one item'
    yield valueRequired(`${field}.validations`, because)
    yield valueRequired(`${field}.auditAnnotations`, because)
  },
  oneMutation,
  paramRef: function* ({ field, value }) {
    if (!isJsonObject(value)) return
    const { name, selector } = value
    const because = 'name and selector are mutually exclusive'
    if (!isEmptyValue(name)) {
      const text = String(name)
      for (const fault of pathSegment(text, 'name'))
        yield valueInvalid(`${field}.name`, text, fault)
      if (!isPresent(selector)) return
      yield valueForbidden(`${field}.name`, because)
      yield valueForbidden(`${field}.selector`, because)
    } else if (!isPresent(selector)) {
      yield valueRequired(field, 'one of name or selector must be specified')
    }
  },
  validationActions: function* ({ field, value }) {
    const actions = textsIn(value)
    const seen = new Set<string>()
    for (const [index, action] of actions.entries()) {
      if (seen.has(action)) yield valueDuplicate(`${field}[${index}]`, action)
      seen.add(action)
    }
    if (!seen.has('Deny') || !seen.has('Warn')) return
    yield valueInvalid(field, value, 'must not contain both Deny and Warn')
  },
} as const satisfies { readonly [name: string]: Validator }

function* oneMutation({ field, value }: ValuePlace): Iterable<StatusCause> {
  const { patchType, jsonPatch, applyConfiguration } = objectIn(value)
  const given = { jsonPatch, applyConfiguration }
  const [own, other] =
    patchType === 'JSONPatch'
      ? (['jsonPatch', 'applyConfiguration'] as const)
      : (['applyConfiguration', 'jsonPatch'] as const)
  if (patchType !== 'JSONPatch' && patchType !== 'ApplyConfiguration') return
  if (!isPresent(given[own])) {
    yield valueRequired(`${field}.${own}`, `must be specified when patchType is ${patchType}`)
  }
  if (!isPresent(given[other])) return
  const because = `must not be specified when patchType is ${patchType}`
  yield valueInvalid(`${field}.${other}`, `{${other}}`, because)
}

const form = '; desired format: https://host[/path]'

function* webhookUrl({ field, value }: ValuePlace): Iterable<StatusCause> {
  if (!isPresent(value)) return
  const text = String(value)
  // A colon in the first segment would end a scheme.
  const [, scheme = '', rest = ''] = /^(?:([A-Za-z][A-Za-z0-9+.-]*):)?(.*)$/s.exec(text) ?? []
  const isMisread = scheme === '' && /^[^/?#]*:/.test(rest)
  if (isMisread || /%(?![0-9a-fA-F]{2})/.test(rest) || /[\s\p{Cc}]/u.test(text)) {
    return yield valueRequired(field, `url must be a valid URL${form}`)
  }
  if (scheme !== 'https') {
    yield valueInvalid(field, scheme, `'https' is the only allowed URL scheme${form}`)
  }
  const [, authority = ''] = /^\/\/([^/?#]*)/.exec(rest) ?? []
  const host = authority.split('@').at(-1) ?? ''
  if (host === '') yield valueInvalid(field, host, `host must be specified${form}`)
  if (authority.includes('@')) {
    yield valueInvalid(field, '', 'user information is not permitted in the URL')
  }
  const [beforeHash = '', fragment = ''] = rest.split(/#(.*)/s)
  if (fragment !== '') yield valueInvalid(field, fragment, 'fragments are not permitted in the URL')
  const query = beforeHash.split(/\?(.*)/s)[1] ?? ''
  if (query !== '')
    yield valueInvalid(field, query, 'query parameters are not permitted in the URL')
}

function* servicePath({ field, value }: ValuePlace): Iterable<StatusCause> {
  const path = String(value ?? '')
  if (path === '' || path === '/') return
  if (path === '//') return yield valueInvalid(field, path, 'segment[0] may not be empty')
  if (!path.startsWith('/')) yield valueInvalid(field, path, "must start with a '/'")
  for (const [index, step] of path.slice(1).replace(/\/$/, '').split('/').entries()) {
    if (step === '') yield valueInvalid(field, path, `segment[${index}] may not be empty`)
    else
      for (const fault of dns1123Subdomain(step, 'name')) {
        yield valueInvalid(field, path, `segment[${index}]: ${fault}`)
      }
  }
}
