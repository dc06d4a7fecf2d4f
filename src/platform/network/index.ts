export { isPublicAddress } from './public-address.js';
export { PublicTargetUrls } from './public-target-urls.js';
