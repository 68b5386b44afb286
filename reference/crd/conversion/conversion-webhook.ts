// Reads the webhook of a definition.

import { type JsonObject, objectIn } from '../../api/object.ts'
import type { ConversionWebhook } from '../../api/version-conversion.ts'
import { serviceIn } from '../../egress/service-dial.ts'
import { webhookAgent } from '../../auth/webhook-agent.ts'

/** A webhook and the functions that end its use. */
export type RetirableWebhook = {
  readonly webhook: ConversionWebhook
  readonly retire: () => void
  /** Ends its calls as well. */
  readonly close: () => void
}

let created = 0

/** Returns the webhook of a valid `spec.conversion.webhook`. */
export function conversionWebhook(written: JsonObject): RetirableWebhook {
  const { clientConfig, conversionReviewVersions } = written
  const config = objectIn(clientConfig)
  const { url, caBundle } = config
  const served = typeof url === 'string' ? undefined : serviceIn(config)
  const retired = new AbortController()
  const versions: readonly unknown[] = Array.isArray(conversionReviewVersions)
    ? conversionReviewVersions
    : []
  const webhook: ConversionWebhook = {
    url: served ? served.url : new URL(String(url)),
    ...(served && { service: served.service }),
    reviewVersion: versions.find(isReviewVersion) ?? 'v1',
    agent: webhookAgent(caBundle),
    retired: retired.signal,
    id: (created += 1),
  }
  const retire = () => retired.abort()
  const close = () => {
    retire()
    webhook.agent.destroy()
  }
  return { webhook, retire, close }
}

const isReviewVersion = (version: unknown): version is 'v1' | 'v1beta1' =>
  version === 'v1' || version === 'v1beta1'
