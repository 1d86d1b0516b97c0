/** Returns true while the server cannot be reached. */
import { useSyncExternalStore } from 'react';
import { network } from '../../dataProvider/network.ts';

export const useNetworkMissing = (): boolean => useSyncExternalStore(network.subscribe, network.isMissing);
