/** The till number of the demonstration: where it is set, our real till is not known. */
export const sampleTillNumber = '555123'
