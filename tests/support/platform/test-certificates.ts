/** Certificates of an authority of its own, for suites of the platform. */
export { TestCertificates } from '../../../agent/testing/certificates.js';
