export { addressIn, networkOf } from './client-address.js';
export { isPublicAddress } from './public-address.js';
export { PublicTargetUrls } from './public-target-urls.js';
export { type SlowClients, slowClients } from './slow-clients.js';
