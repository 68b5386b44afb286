// Checks which proxy configurations are valid, as far as the specification shows their fields.

import { apiVersionTerm } from '../../../properties/models/config/documents.ts'
import { clientFields, validProxyConfig } from '../../../properties/models/config/proxy.ts'
import {
  caseWith,
  literalOnlyCase,
  caseOnlyIn,
  defaultedCase,
  recordedCase,
  withFields,
  refusedCase,
  acceptedCase,
  withoutFields,
} from '../../../properties/scenarios/configuration/configuration.ts'
import type {
  ConfigCase,
  DocumentChange,
} from '../../../properties/scenarios/configuration/configuration.ts'
import {
  proxyFeatureGates,
  flushFrequencies,
  verbosities,
} from '../../../properties/scenarios/configuration/proxy-files.ts'
import type { Term } from '../../../properties/dsl/term.ts'
import { documentCheck, drawnDocumentCheck } from '../../configuration-checks.ts'
import type { Check } from '../../check.ts'
import type { Id } from '../../generated/catalogue.ts'

const pattern = [{ filePattern: 'server*', verbosity: 3 }]
const unlike: Record<(typeof clientFields)[keyof typeof clientFields], Term> = {
  string: 7,
  float: 'many',
  int32: 1.5,
}

const both = (format: string): DocumentChange =>
  withFields({ 'logging.vmodule': pattern, 'logging.format': format })
const gated = (one: ConfigCase): ConfigCase =>
  caseWith({ gates: { LoggingAlphaOptions: true } }, one)
const options = (format: string, held: Record<string, Term>): DocumentChange =>
  withFields({ 'logging.options': { [format]: held } })

const members = (id: Id, format: 'text' | 'json'): Check => {
  const path = `logging.options.${format}`
  return documentCheck(
    id,
    `\`options.${format}\` has \`splitStream\`, a boolean, and \`infoBufferSize\`, a quantity.`,
    validProxyConfig,
    gated(acceptedCase(options(format, { splitStream: true, infoBufferSize: '64Ki' }))),
    gated(refusedCase(options(format, { splitStream: 'yes' }), `${path}.splitStream`)),
    gated(refusedCase(options(format, { infoBufferSize: 'much' }), `${path}.infoBufferSize`)),
  )
}

export default [
  documentCheck(
    'PROXY-001',
    'The kind is of `clusterproxy.config.<api-domain>/v1alpha1`.',
    validProxyConfig,
    acceptedCase({}),
    refusedCase(
      withFields({ apiVersion: apiVersionTerm('clusterproxy.config', 'v9') }),
      'apiVersion',
      'kind',
      '',
    ),
  ),
  documentCheck(
    'PROXY-002',
    'The name of the kind.',
    validProxyConfig,
    recordedCase(withFields({ kind: 'ProxyConfiguration' }), 'ProxyConfiguration'),
  ),
  drawnDocumentCheck('PROXY-003', '`featureGates` maps strings to booleans.', proxyFeatureGates()),
  documentCheck(
    'PROXY-004',
    '`clientConnection` has its five fields.',
    validProxyConfig,
    refusedCase(withFields({ clientConnection: 'client' })),
    ...Object.entries(clientFields).flatMap(([name, type]) => [
      literalOnlyCase(withoutFields(`clientConnection.${name}`)),
      refusedCase(withFields({ [`clientConnection.${name}`]: unlike[type] })),
    ]),
  ),
  documentCheck(
    'PROXY-005',
    '`logging` is an object.',
    validProxyConfig,
    acceptedCase({}),
    refusedCase(withFields({ logging: 'text' })),
    refusedCase(withFields({ logging: ['text'] })),
  ),
  documentCheck(
    'PROXY-007',
    'Fields that the specification does not name.',
    validProxyConfig,
    recordedCase(withFields({ 'no-such-field': 7 }), 'an unknown field'),
  ),
  documentCheck(
    'PROXY-008',
    '`logging.format` is a required string.',
    validProxyConfig,
    literalOnlyCase(withoutFields('logging.format')),
    refusedCase(withFields({ 'logging.format': 7 })),
  ),
  documentCheck(
    'PROXY-009',
    '`logging.flushFrequency` is required.',
    validProxyConfig,
    literalOnlyCase(withoutFields('logging.flushFrequency')),
    refusedCase(withFields({ 'logging.flushFrequency': {} })),
  ),
  drawnDocumentCheck(
    'PROXY-010',
    '`flushFrequency` is a duration or a whole number of nanoseconds.',
    flushFrequencies(),
  ),
  drawnDocumentCheck('PROXY-012', '`verbosity` is a required uint32.', verbosities()),
  documentCheck(
    'PROXY-013',
    'The default of `verbosity` is 0.',
    validProxyConfig,
    caseOnlyIn(
      'cluster',
      caseWith(
        { facts: { lenient: 'true' } },
        defaultedCase(withoutFields('logging.verbosity'), 'logging.verbosity', 0),
      ),
    ),
    caseOnlyIn(
      'kubernetes',
      defaultedCase(withoutFields('logging.verbosity'), 'logging.verbosity', 0),
    ),
  ),
  documentCheck(
    'PROXY-015',
    '`vmodule` is a required list of patterns with a verbosity each.',
    validProxyConfig,
    acceptedCase(withFields({ 'logging.vmodule': pattern })),
    literalOnlyCase(withoutFields('logging.vmodule')),
    refusedCase(withFields({ 'logging.vmodule': 'server*=3' })),
    refusedCase(
      withFields({ 'logging.vmodule': [{ filePattern: 'server*', verbosity: 'three' }] }),
      'logging.vmodule[0].verbosity',
    ),
    refusedCase(
      withFields({ 'logging.vmodule': [{ filePattern: 7, verbosity: 3 }] }),
      'logging.vmodule[0].filePattern',
    ),
  ),
  documentCheck(
    'PROXY-016',
    '`vmodule` needs the log format text.',
    validProxyConfig,
    acceptedCase(both('text')),
    acceptedCase(withFields({ 'logging.format': 'json' })),
    // According to the specification the field may have no effect; genuine proxies refuse it.
    caseOnlyIn('kubernetes', refusedCase(both('json'), 'logging.vmodule', 'logging.format')),
  ),
  documentCheck(
    'PROXY-017',
    '`options` need the gate LoggingAlphaOptions.',
    validProxyConfig,
    refusedCase(
      options('text', { splitStream: true }),
      'logging.options',
      'logging.options.text',
      'logging.options.text.splitStream',
    ),
    gated(acceptedCase(options('text', { splitStream: true }))),
  ),
  members('PROXY-018', 'text'),
  members('PROXY-019', 'json'),
  documentCheck(
    'PROXY-021',
    'The default of `infoBufferSize` is 0.',
    validProxyConfig,
    ...['text', 'json'].map(format =>
      gated(defaultedCase(options(format, {}), `logging.options.${format}.infoBufferSize`, '0')),
    ),
  ),
  documentCheck(
    'PROXY-022',
    'A configuration without fields of logging that are required and have defaults.',
    validProxyConfig,
    recordedCase(withoutFields('logging.verbosity'), 'without verbosity'),
    recordedCase(withoutFields('logging.options'), 'without options'),
  ),
]
