/** Whether forms and lists show refusals of the server in a dialog, instead of in the form or a toast. */
import { createContext, useContext } from 'react';

export const RefusalsInDialog = createContext(false);

export const useRefusalsInDialog = (): boolean => useContext(RefusalsInDialog);
