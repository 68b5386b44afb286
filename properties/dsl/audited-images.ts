/**
 * The name of the setup whose server asks the backend of the host about images, and sends audit
 * events to the host.
 */
export const auditedImageSetup = 'image reviews, audited'
