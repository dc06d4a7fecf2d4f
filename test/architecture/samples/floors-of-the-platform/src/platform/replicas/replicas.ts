import { PlatformModule } from '../platform.module.js'; // refused

export const Replicas = PlatformModule;
